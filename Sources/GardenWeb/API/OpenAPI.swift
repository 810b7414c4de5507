internal import LoamKit

/// `/openapi.json`: the API as a document (OpenAPI 3.1.0), made from the parameters that the routes read.
enum OpenAPI {
  static let document: JSON = [
    "openapi": "3.1.0",
    "info": [
      "title": "Loam", "version": "1", "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
      "description":
        "The plants that Loam looks after and their past. Read-only. Times are seconds since 1970 (UTC).",
    ],
    "servers": [["url": "."]],
    "security": [.object([:]), ["token": []], ["password": []]],
    "paths": .object(paths),
    "components": [
      "securitySchemes": [
        "token": ["type": "http", "scheme": "bearer"], "password": ["type": "http", "scheme": "basic"],
      ],
      "schemas": OpenAPISchemas.all,
    ],
  ]

  private static let paths: [String: JSON] = [
    "/api/v1/gardens": get(
      "gardens",
      "Every garden of loam web --fleet, what is wrong first; all other paths are below /garden/NAME there",
      [],
      ["200": ok("Gardens"), "404": ["description": "Served is one garden", "content": content("Error")]]),
    "/api/v1/plants": get(
      "plants", "Every plant of the config, and how it is now", [], ["200": ok("Plants")]),
    "/api/v1/plants/{id}/history": get(
      "history", "A plant's past as a line of means, with its waterings", Asked.history,
      ["200": ok("History")], ofPlant: true),
    "/api/v1/plants/{id}/history.csv": get(
      "historyTable", "The same as a table, a line a point", Asked.history,
      ["200": ["description": "Good", "content": ["text/csv": ["schema": ["type": "string"]]]]], ofPlant: true
    ),
    "/api/v1/plants/{id}/waterings": get(
      "waterings", "When a plant was watered, how and by whom", Asked.waterings, ["200": ok("Waterings")],
      ofPlant: true),
    "/api/v1/plants/{id}/photo": get(
      "photo", "A plant's photo, where the config names one", [],
      [
        "200": [
          "description": "Good",
          "content": .object(
            Dictionary(
              uniqueKeysWithValues: ["image/jpeg", "image/png", "image/webp", "image/avif"].map {
                ($0, .object([:]))
              })),
        ]
      ], ofPlant: true),
    "/config.json": get("pageConfig", "What the page must know before it connects", [], ["200": ok("Page")]),
    "/healthz": get(
      "health", "Whether broker, bridge and history are there, and if not, why", [],
      [
        "200": ok("Health"),
        "503": ["description": "Something is not there", "content": content("Health")],
      ]),
    "/metrics": get(
      "metrics", "Counters of the bridge, plants and this process for Prometheus", [],
      ["200": ["description": "Good", "content": ["text/plain": ["schema": ["type": "string"]]]]]),
  ]

  private static func get(
    _ name: String, _ summary: String, _ parameters: [Parameter], _ good: [String: JSON],
    ofPlant: Bool = false
  ) -> JSON {
    var answers = good
    for (code, words) in [
      ("400", "A parameter is wrong; 'field' names it"), ("401", "A token is needed"),
      ("421", "Called by a name that is not this server's"), ("429", "Too many requests"),
    ] {
      answers[code] = ["description": .text(words), "content": content("Error")]
    }
    var described = parameters.map(description)
    if ofPlant {
      answers["404"] = ["description": "No such plant", "content": content("Error")]
      answers["503"] = ["description": "The history cannot be read now", "content": content("Error")]
      described.insert(
        [
          "name": "id", "in": "path", "required": true, "description": "The plant's key in the config.",
          "schema": ["type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9_-]{0,50}$"], "example": "basil",
        ], at: 0)
    }
    return [
      "get": [
        "operationId": .text(name), "summary": .text(summary), "parameters": .list(described),
        "responses": .object(answers),
      ]
    ]
  }

  private static func description(_ parameter: Parameter) -> JSON {
    var schema: [String: JSON]
    switch parameter.kind {
    case .integer(let range):
      schema = [
        "type": "integer", "minimum": .number(Double(range.lowerBound)),
        "maximum": .number(Double(range.upperBound)),
      ]
    case .word(let words): schema = ["type": "string", "enum": .list(words.map(JSON.text))]
    }
    schema["default"] = parameter.fallback
    return [
      "name": .text(parameter.name), "in": "query", "required": false,
      "description": .text(parameter.help), "schema": .object(schema),
    ]
  }

  private static func ok(_ schema: String) -> JSON {
    ["description": "Good", "content": content(schema)]
  }

  private static func content(_ schema: String) -> JSON {
    ["application/json": ["schema": ["$ref": .text("#/components/schemas/\(schema)")]]]
  }
}
