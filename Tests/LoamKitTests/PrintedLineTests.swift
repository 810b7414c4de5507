import Foundation
import LoamKit
import Testing
@testable import FuzzHarness

/// What pages show of a broker: a topic, and its document, which may be broken into lines. That a broker prints it is held by
/// `DocumentationTests`, that it keeps to its schema by `check_schemas.py`.
struct PrintedLine: Sendable, CustomTestStringConvertible {
  var page: String
  var topic: String
  var text: String
  var testDescription: String { "\(page), \(topic)" }

  static let all: [PrintedLine] = ["Dashboards", "Protocol"].flatMap(shown(on:))

  static func shown(on page: String) -> [PrintedLine] {
    let path = Example.root.appendingPathComponent("Sources/LoamKit/LoamKit.docc/\(page).md")
    guard let text = try? String(contentsOf: path, encoding: .utf8) else { return [] }
    var lines: [PrintedLine] = []
    for block in text.components(separatedBy: "\n```console\n").dropFirst() {
      for line in block.components(separatedBy: "\n").prefix(while: { $0 != "```" }) {
        if line.hasPrefix(" ") {
          lines.indices.last.map { lines[$0].text += line }
        } else if line.hasPrefix("plants/v1/"), let space = line.firstIndex(of: " "),
          line[space...].hasPrefix(" {")
        {
          let (topic, document) = (line[..<space], line[line.index(after: space)...])
          lines.append(PrintedLine(page: page, topic: String(topic), text: String(document)))
        }
      }
    }
    return lines
  }

  /// By the contract's table of topics, where what varies is in angle brackets, and `D` is a device.
  var kind: Kind? {
    let own = topic.split(separator: "/").dropFirst(2)
    return Kind.all.first {
      $0.topics.contains {
        let levels = $0.split(separator: "/")
        return levels.count == own.count
          && zip(levels, own).allSatisfy { $0.first == "<" || $0 == "D" || $0 == $1 }
      }
    }
  }
}

struct PrintedLineTests {
  @Test(arguments: PrintedLine.all)
  func `a line that a page shows is read, and is what would be written`(_ line: PrintedLine) throws {
    let kind = try #require(line.kind, "\(line.topic) is no topic of the contract")
    let bytes = Array(line.text.utf8)
    #expect(try JSONReader.object(kind.again(bytes)) == JSONReader.object(bytes))
  }

  @Test func `the page on dashboards has a line of each topic in its table, and is short`() throws {
    let lines = PrintedLine.all.filter { $0.page == "Dashboards" }
    #expect(
      Set(lines.compactMap(\.kind?.name)) == [
        "bridge-status", "plant-state", "reminder-state", "activity-state",
      ])
    let path = Example.root.appendingPathComponent("Sources/LoamKit/LoamKit.docc/Dashboards.md")
    let text = try String(contentsOf: path, encoding: .utf8)
    for topic in Set(lines.compactMap { $0.kind?.topics.first }) {
      #expect(text.contains("\n| `\(topic)` | "))
    }
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 61)
    #expect(text.contains("`loam topics`"))
  }

  @Test func `the contract shows one watering from the reading to its end`() {
    let kinds = PrintedLine.all.filter { $0.page == "Protocol" }.compactMap(\.kind?.name)
    let wanted = [
      "notification", "ack", "action", "ack", "withdraw", "activity", "activity", "activity", "plant-state",
    ]
    var rest = kinds[...]
    for kind in wanted {
      #expect(rest.contains(kind), "\(kind) in \(kinds)")
      rest = rest.drop { $0 != kind }.dropFirst()
    }
  }
}
