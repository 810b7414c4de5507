internal import GardenCore

/// The API's documents, field by field.
enum OpenAPISchemas {
  static let all: [String: JSONValue] = [
    "Error": object(
      ["error": text("What is wrong, in English."), "field": text("The parameter that is wrong.")],
      required: ["error"]),
    "Plants": object(
      [
        "ts": seconds("Now."), "live": flag("The bridge is heard: the states are current."),
        "plants": list(reference("Plant")),
      ], required: ["ts", "live", "plants"]),
    "Plant": object(
      [
        "id": text("Its key in the config."), "name": text("Its name."),
        "quantities": list(["type": "string", "enum": quantities]), "state": reference("State"),
      ], required: ["id", "name", "quantities"]),
    "State": object(
      [
        "condition": text("ok, dry, wet, cold, hot, dark, bright, hungry, salty, stale or unknown."),
        "reason": text("Why it is unknown."), "moisture": number("Percent."), "temperature": number("°C."),
        "light": number("lx."), "conductivity": number("µS/cm."),
        "battery": number("Percent, the lowest of its sensors."), "dry_below": number("Percent."),
        "last_watering": seconds("Last watering."), "next_watering": seconds("Next watering."),
        "measured_at": seconds("When the newest reading was measured."),
        "reminder_open": flag("Somebody is asked to do something."),
        "being_watered": flag("Water runs for it."),
      ], required: ["condition", "reminder_open", "being_watered"]),
    "History": object(
      [
        "plant": text("The plant's key."), "quantity": ["type": "string", "enum": quantities],
        "unit": text("Of the points."), "from": seconds("Begin."), "to": seconds("End, not included."),
        "step_s": ["type": "integer", "minimum": 1, "description": "Seconds that a point stands for."],
        "points": [
          "type": "array", "maxItems": 400,
          "description": "Begin, mean, lowest, highest. Where nothing was measured there is no point.",
          "items": ["type": "array", "items": ["type": "number"], "minItems": 4, "maxItems": 4],
        ], "waterings": list(reference("Watering")),
      ], required: ["plant", "quantity", "unit", "from", "to", "step_s", "points", "waterings"]),
    "Watering": object(
      [
        "at": seconds("Begin."), "until": seconds("End; the same as 'at' where nobody timed it."),
        "kind": text("valve, hand (answered by a person) or seen (by the probe)."),
        "by": text("Who began it."), "end": text("Why it ended."), "litres": number("As the meter says."),
      ], required: ["at", "until", "kind"]),
    "Waterings": object(
      [
        "plant": text("The plant's key."), "from": seconds("Begin."), "to": seconds("End, not included."),
        "waterings": list(reference("Watering")),
      ], required: ["plant", "from", "to", "waterings"]),
    "Page": object(
      [
        "broker": [
          "type": ["string", "null"],
          "description": "The broker's address; null: the page's own host, port 9001.",
        ], "device": text("Device name that the page offers at login."),
        "base": text("First level of the topics."), "api": flag("The history is served here."),
      ], required: ["broker", "device", "base", "api"]),
    "Health": object(
      [
        "ok": flag("All of it is there."), "broker": reference("Check"), "bridge": reference("Check"),
        "history": reference("Check"),
      ], required: ["ok", "broker", "bridge", "history"]),
    "Check": object(
      [
        "ok": flag("It is there."), "reason": text("Why not."),
        "age_s": ["type": "integer", "minimum": 0, "description": "Seconds since it was heard."],
      ], required: ["ok"]),
  ]

  private static let quantities = JSONValue.list(HistoryQuestion.quantities.map { .text("\($0.name)") })

  private static func object(_ properties: [String: JSONValue], required: [String]) -> JSONValue {
    [
      "type": "object", "properties": .object(properties), "required": .list(required.map(JSONValue.text)),
      "additionalProperties": false,
    ]
  }

  private static func text(_ help: String) -> JSONValue { ["type": "string", "description": .text(help)] }
  private static func number(_ help: String) -> JSONValue { ["type": "number", "description": .text(help)] }
  private static func flag(_ help: String) -> JSONValue { ["type": "boolean", "description": .text(help)] }
  private static func seconds(_ help: String) -> JSONValue {
    ["type": "integer", "minimum": 0, "description": .text(help + " Seconds since 1970.")]
  }
  private static func list(_ items: JSONValue) -> JSONValue { ["type": "array", "items": items] }
  private static func reference(_ name: String) -> JSONValue {
    ["$ref": .text("#/components/schemas/\(name)")]
  }
}
