"""What the documents on the wire say."""


def plants_of(doc):
    """The plants that a watering notification is about."""
    if not doc["note"]["key"].startswith("water-"):
        return []
    return [p["id"] for p in doc.get("plants") or [doc["plant"]]]
