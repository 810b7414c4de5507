import Foundation
import Testing

/// A text of `Golden/`, byte for byte; `UPDATE_EXPECTED=1` writes it anew.
struct GoldenFile {
  let name: String

  func compare(with text: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name).txt")
    if ProcessInfo.processInfo.environment["UPDATE_EXPECTED"] == "1" {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    let expected = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let (got, wanted) = (text.components(separatedBy: "\n"), expected.components(separatedBy: "\n"))
    let line = zip(got, wanted).prefix { $0 == $1 }.count
    #expect(
      text == expected,
      """
      Golden/\(name).txt:\(line + 1) of \(wanted.count); UPDATE_EXPECTED=1 swift test --filter GardenTopicsTests writes it anew
      got \(line < got.count ? got[line] : "nothing")
      not \(line < wanted.count ? wanted[line] : "nothing")
      """)
  }
}
