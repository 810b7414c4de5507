import Foundation
import LoamKit
import Testing
@testable import FuzzHarness

struct BridgeMetricTests {
  @Test func `the page describes every counter as the table does`() throws {
    let page = Example.root.appendingPathComponent("Sources/LoamKit/LoamKit.docc/Protocol.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    for metric in BridgeMetric.all {
      let kind =
        switch metric.kind {
        case .count: "count"
        case .countBy(let label): "by \(label)"
        case .gauge: "gauge"
        }
      #expect(text.contains("| `\(metric.name)` | \(kind) | \(metric.help) |\n"), "\(metric.name)")
    }
  }

  @Test func `a name stands for one counter`() {
    #expect(Set(BridgeMetric.all.map(\.name)).count == BridgeMetric.all.count)
  }

  @Test func `the counters of a bridge that ran for years fit the document`() throws {
    let top = 1_000_000_000_000
    var document = BridgeCounters(ts: EpochSeconds(clamping: .max), since: EpochSeconds(clamping: .max))
    for name in BridgeCount.allCases { document.counts[name.rawValue] = top }
    for name in BridgeGauge.allCases { document.gauges[name.rawValue] = Double(top) / 10 }
    for name in BridgeCountBy.allCases {
      let words = name == .answers ? AckCode.allCases.map(\.rawValue) : (0..<12).map { letters(14, $0) }
      document.by[name.rawValue] = Dictionary(uniqueKeysWithValues: words.map { ($0, top / 1000) })
    }
    #expect(try DocumentCodec.encode(document).count <= BridgeCounters.bytesMax)
  }

  private func letters(_ count: Int, _ number: Int) -> String {
    String(repeating: "x", count: count - 1)
      + ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"][number]
  }

  @Test(arguments: ["Readings", "read-ings", "", "läufe", "a b"])
  func `a name of another form is refused`(_ name: String) {
    let text = #"{"v":1,"ts":1795220607,"since":1795220607,"counts":{"\#(name)":1},"by":{},"gauges":{}}"#
    #expect(refusal(BridgeCounters.self, text)?.code == .badValue)
  }

  @Test func `a count below nothing is refused`() {
    let text = #"{"v":1,"ts":1795220607,"since":1795220607,"counts":{"readings":-1},"by":{},"gauges":{}}"#
    #expect(refusal(BridgeCounters.self, text)?.pointer == "/counts/readings")
  }
}
