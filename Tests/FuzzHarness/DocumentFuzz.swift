import Foundation
import LoamKit

/// All documents of the contract, both ways.
///
/// Input: a byte that chooses the kind; the document.
enum DocumentFuzz {
  static let group: FuzzGroup = {
    var seeds: [[UInt8]] = []
    for example in Example.all {
      guard let kind = Kind.all.firstIndex(where: { $0.name == example.kind }) else { continue }
      seeds.append([UInt8(kind)] + example.bytes)
    }
    return FuzzGroup(name: "documents", seeds: seeds) { bytes in
      guard let first = bytes.first else { return nil }
      return evaluate(Kind.all[Int(first) % Kind.all.count], Array(bytes.dropFirst()))
    }
  }()

  /// What is accepted is JSON to an independent reader, and stays the same when it is written and read.
  private static func evaluate(_ kind: Kind, _ bytes: [UInt8]) -> String? {
    let written: [UInt8]
    do { written = try kind.again(bytes) } catch let error as DocumentError {
      return error.pointer.isEmpty || error.pointer.hasPrefix("/") ? nil : "pointer \(error.pointer)"
    } catch { return "\(kind.name) changes when it is written and read" }
    guard IndependentReader.isJSON(bytes) else { return "\(kind.name) from what is not JSON" }
    guard let again = try? kind.again(written), again == written else { return "\(kind.name) is not stable" }
    return nil
  }
}
