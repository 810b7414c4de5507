import ContractHarness
import Foundation
import LoamKit
import TestKit

/// What readers of one kind of document are asked: its golden vectors, and bytes that are nearly one, the same each time.
struct ReaderQuestions {
  struct Kind {
    var name: String
    var bytesMax: Int
    /// As LoamKit reads it; `nil`: refused.
    var read: @Sendable ([UInt8]) -> JSON?

    init<D: Document>(_ type: D.Type) {
      name = D.kind.name
      bytesMax = D.bytesMax
      read = { bytes in (try? DocumentCodec.decode(type, from: bytes)).map(\.json) }
    }
  }

  struct Question {
    var kind: String
    var bytes: [UInt8]
    var wanted: JSON?
  }

  private let kind: Kind
  private let examples: [JSON]
  private let vectors: [JSON]

  init(_ kind: Kind) throws {
    self.kind = kind
    let file = PageTests.root + "/Sources/LoamKit/Vectors/\(kind.name).json"
    let groups = JSON(reading: Array(try Data(contentsOf: URL(filePath: file))))
    examples = groups.items("examples")
    vectors = ["valid", "patient", "refused", "disagreeing"].flatMap { groups.items($0) }
  }

  func all(changed count: Int) -> [Question] {
    let documents = examples + vectors.map(document)
    let plain = documents.map(\.bytes)
    let small = plain.filter { $0.count < 4096 }
    var dice = Dice(state: kind.name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
    let changed = (0..<count).map { _ in Self.changed(small[dice.roll(small.count)], &dice) }
    let cut = (0..<min(count, examples[0].bytes.count)).map { Array(examples[0].bytes.prefix($0)) }
    let sizes = [kind.bytesMax, kind.bytesMax + 1].map { size in
      examples[0].bytes + Array(repeating: UInt8(ascii: " "), count: size - examples[0].bytes.count)
    }
    return (plain + small.map(Self.escaped) + changed + cut + sizes).map {
      Question(kind: kind.name, bytes: $0, wanted: kind.read($0))
    }
  }

  /// An example with the changes of a vector.
  private func document(_ vector: JSON) -> JSON {
    guard case .number(let i)? = vector[["example"]] else { return .null }
    var document = examples[Int(i)]
    if case .object(let set)? = vector[["set"]] {
      for (pointer, value) in set { document = document.setting(Self.path(pointer)[...], value) }
    }
    for case .text(let pointer) in vector.items("remove") {
      document = document.setting(Self.path(pointer)[...], nil)
    }
    return document
  }

  private static func path(_ pointer: String) -> [String] {
    pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map {
      String($0).replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }

  /// The same document as others write it: with white space, and what is not ASCII escaped.
  private static func escaped(_ bytes: [UInt8]) -> [UInt8] {
    var (text, isInside, isEscape) = ("\n", false, false)
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if scalar == "\"", !isEscape { isInside.toggle() }
      isEscape = scalar == "\\" && !isEscape
      if !scalar.isASCII {
        for unit in String(scalar).utf16 {
          text += "\\u" + String(0x10000 + Int(unit), radix: 16).dropFirst()
        }
      } else {
        text.unicodeScalars.append(scalar)
        if !isInside, ",:[{".unicodeScalars.contains(scalar) { text += " \t" }
      }
    }
    return Array((text + "\r\n").utf8)
  }

  /// Pieces that say something to a reader.
  private static let pieces = [
    "\"", "\\", "\\u0000", "\\ud83d", "{", "}", "[", "]", ",", ":", "null", "true", "-", "0", "1e400",
    "-1e400", "1.5", ".", "e",
    "\"v\":1,", "\"x\":[1,{\"a\":null}],", "[[[[[[[[[", " ", "\n", "\u{7}", "\u{202e}", "ä", "💧", "Z", "9",
    "_",
  ].map { Array($0.utf8) }

  /// One to three bytes or pieces are other ones, are gone, or are there twice.
  private static func changed(_ bytes: [UInt8], _ dice: inout Dice) -> [UInt8] {
    var bytes = bytes
    for _ in 0...dice.roll(3) where !bytes.isEmpty {
      let at = dice.roll(bytes.count)
      let end = min(bytes.count, at + 1 + dice.roll(8))
      switch dice.roll(5) {
      case 0: bytes[at] = UInt8(dice.roll(256))
      case 1: bytes[at] ^= 1 << UInt8(dice.roll(8))
      case 2: bytes.replaceSubrange(at..<end, with: pieces[dice.roll(pieces.count)])
      case 3: bytes.insert(contentsOf: pieces[dice.roll(pieces.count)], at: at)
      default: bytes.insert(contentsOf: bytes[at..<end], at: at)
      }
    }
    return bytes
  }

  private struct Dice {
    var state: UInt64
    mutating func roll(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
  }
}

extension JSON {
  fileprivate func items(_ key: String) -> [JSON] {
    if case .list(let items)? = self[[key]] { items } else { [] }
  }
}
