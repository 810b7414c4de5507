import LoamKit
@testable import FuzzHarness

/// The parts of all documents for readers that go by tables, each behind those that it holds.
struct ReaderParts {
  private(set) var all: [PartShape] = []

  init() {
    for kind in Kind.all { add(kind.shape) }
  }

  private mutating func add(_ shape: PartShape) {
    guard !all.contains(where: { $0.name == shape.name }) else { return }
    for field in shape.fields { for part in field.type.parts { add(part) } }
    all.append(shape)
  }

  /// How many bytes a document may have; 0 where the part is none.
  static func bytesMax(_ shape: PartShape) -> Int {
    Kind.all.first { $0.shape.name == shape.name }?.bytesMax ?? 0
  }
}

extension TypeShape {
  fileprivate var parts: [PartShape] {
    switch self {
    case .part(let shape): [shape]
    case .choice(_, let variants): variants.map(\.shape)
    case .list(let item, _): item.parts
    case .table(_, let item, _): item.parts
    default: []
    }
  }
}

extension PartShape {
  /// In one word: `PlantDetailSensor`.
  var word: String { name.split(separator: ".").joined() }
}

extension JSON {
  var text: String { String(decoding: bytes, as: UTF8.self) }

  static func words(_ words: [String]) -> JSON { .list(words.map(JSON.text)) }
}
