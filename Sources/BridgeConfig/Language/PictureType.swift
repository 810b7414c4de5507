internal import GardenCore

/// What `picture` says: a kind of plant, or the file of a photo.
enum PictureChoice {
  case kind(PlantKind)
  case photo(file: String)

  var kind: PlantKind {
    switch self {
    case .kind(let kind): kind
    case .photo: .photo
    }
  }
}

extension ValueType where Value == PictureChoice {
  /// Photos that browsers show, by the end of their name.
  private static var endings: [String] { [".jpg", ".jpeg", ".png", ".webp", ".avif"] }

  /// A text with a dot or a slash is a file; `${NAME}` in it as in other paths.
  static func plantPicture(_ surroundings: ConfigSurroundings) -> Self {
    let path = ValueType<String>.path(surroundings)
    let kinds = PlantKind.drawn.map(\.rawValue)
    return ValueType(
      shape: ValueShape(
        jsonTypes: ["string"],
        noun: "one of \(kinds.joined(separator: ", ")), or the path of a .jpg, .png, .webp or .avif file",
        pattern: "^(\(kinds.joined(separator: "|")))$|\\.(jpe?g|png|webp|avif|JPE?G|PNG|WEBP|AVIF)$"),
      read: { text, isPlain in
        guard text.contains(where: { $0 == "." || $0 == "/" }) else {
          if let kind = PlantKind.drawn.first(where: { $0.rawValue == text }) { return .value(.kind(kind)) }
          return .wrong(
            "is a kind of plant or a photo's file, here is \(quoted(text))",
            help: NearestName.help(for: text, among: kinds) ?? "one of: \(kinds.joined(separator: ", "))")
        }
        guard endings.contains(where: { text.lowercased().hasSuffix($0) }) else {
          return .wrong("is no photo that a browser shows", help: "a .jpg, .png, .webp or .avif file")
        }
        switch path.read(text, isPlain) {
        case .value(let file): return .value(.photo(file: file))
        case .wrong(let message, let help): return .wrong(message, help: help)
        }
      },
      write: { choice in
        switch choice {
        case .kind(let kind): kind.rawValue
        case .photo(let file): file
        }
      })
  }
}
