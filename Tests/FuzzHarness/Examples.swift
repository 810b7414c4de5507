import Foundation
import LoamKit
import Testing

/// One kind of document: its schema's name, and what reading and writing it again gives.
struct Kind: Sendable, CustomTestStringConvertible {
  var name: String
  var bytesMax: Int
  var topics: [String]
  var shape: PartShape
  var again: @Sendable ([UInt8]) throws -> [UInt8]
  var testDescription: String { name }

  static func of<D: Document>(_ type: D.Type) -> Kind {
    Kind(name: D.kind.name, bytesMax: D.bytesMax, topics: D.kind.topics, shape: D.shape) { bytes in
      let document = try DocumentCodec.decode(type, from: bytes)
      let written = try DocumentCodec.encode(document)
      guard try DocumentCodec.decode(type, from: written) == document else { throw Lossy() }
      return written
    }
  }
  struct Lossy: Error {}

  /// Why these bytes are refused.
  func error(_ bytes: [UInt8]) -> DocumentError? {
    do {
      _ = try again(bytes)
      return nil
    } catch { return error as? DocumentError ?? DocumentError(.refused, "\(error)") }
  }

  static let all: [Kind] = Documents.all.map { of($0) }

  static func named(_ name: String) -> Kind? { all.first { $0.name == name } }
}

/// The examples of the protocol's page.
struct Example: Sendable, CustomTestStringConvertible {
  var kind: String
  var bytes: [UInt8]
  var testDescription: String { "\(kind), \(bytes.count) bytes" }

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static let all: [Example] = {
    let page = root.appendingPathComponent("Sources/LoamKit/LoamKit.docc/Protocol.md")
    guard let text = try? String(contentsOf: page, encoding: .utf8) else { return [] }
    return text.components(separatedBy: "Example (`").dropFirst().compactMap { part in
      let pieces = part.components(separatedBy: "```")
      guard let kind = part.components(separatedBy: "`").first, pieces.count > 1 else { return nil }
      return Example(kind: kind, bytes: Array(pieces[1].dropFirst("json\n".count).utf8))
    }
  }()

  static func first(_ kind: String) -> [UInt8] { all.first { $0.kind == kind }?.bytes ?? [] }
}

/// The error that reading gives; `nil` where it succeeds.
func refusal<D: Document>(_ type: D.Type, _ text: String) -> DocumentError? {
  do throws(DocumentError) {
    _ = try DocumentCodec.decode(type, from: Array(text.utf8))
    return nil
  } catch { return error }
}
