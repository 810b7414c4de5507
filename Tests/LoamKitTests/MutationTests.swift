import Foundation
import LoamKit
import Testing
@testable import FuzzHarness

struct MutationTests {
  struct Dice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  /// Reading may refuse; what it accepts must be JSON to an independent reader, and survive being written and read.
  private func evaluate(_ kind: Kind, _ bytes: [UInt8]) throws -> Bool {
    let written: [UInt8]
    do { written = try kind.again(bytes) } catch let error as DocumentError {
      // What was read may be larger when it is written with all keys; nothing else may fail on the way back.
      #expect(error.pointer.isEmpty || error.pointer.hasPrefix("/"))
      return false
    }
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(bytes)) }
    #expect(try kind.again(written) == written, "writing is not stable")
    return true
  }

  @Test(arguments: Kind.all)
  func `every truncation is refused`(_ kind: Kind) throws {
    let bytes = Example.first(kind.name)
    let end = (bytes.lastIndex(of: 0x7D) ?? 0)
    for count in 0..<end { #expect(try !evaluate(kind, Array(bytes.prefix(count)))) }
  }

  @Test(arguments: Kind.all)
  func `flipped and random bytes never trap`(_ kind: Kind) throws {
    let bytes = Example.first(kind.name)
    var dice = Dice(state: 7)
    for position in bytes.indices {
      var copy = bytes
      copy[position] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
      _ = try evaluate(kind, copy)
      copy[position] = UInt8.random(in: 0...255, using: &dice)
      copy[Int.random(in: bytes.indices, using: &dice)] = UInt8.random(in: 0...255, using: &dice)
      _ = try evaluate(kind, copy)
    }
    for _ in 0..<200 {
      let count = Int.random(in: 0..<300, using: &dice)
      _ = try evaluate(kind, (0..<count).map { _ in UInt8.random(in: 0...255, using: &dice) })
    }
  }
}
