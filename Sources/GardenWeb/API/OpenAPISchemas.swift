package import LoamKit

/// The API's documents, as they declare themselves.
package enum OpenAPISchemas {
  package static let shapes: [String: PartShape] = [
    "Error": ErrorDocument.shape, "Plants": PlantsDocument.shape, "History": History.shape,
    "Waterings": WateringsDocument.shape, "Page": PageDocument.shape, "Health": HealthDocument.shape,
    "Gardens": GardensDocument.shape, "FleetHealth": FleetHealthDocument.shape,
  ]

  /// With what each field means: `schemas.json` is written from these shapes and the documents' comments.
  package static let all = JSON(reading: PackageResources.schemas_json)
}
