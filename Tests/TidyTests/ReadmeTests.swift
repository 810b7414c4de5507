import Foundation
import Testing

/// What a stranger reads first.
@Suite struct ReadmeTests {
  @Test
  func `the README is short, asks for nothing that nobody can set, and begins with the flow and what works`()
    throws
  {
    let lines = try #require(SourceTree.text("README.md")).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 151)
    #expect(lines.filter { $0.contains(/\$\{?[A-Z]/) } == [])
    let screen = lines.prefix(45).joined(separator: "\n")
    for word in [
      "libmosquitto", "`make run`", "`make deb`", "Dashboards.md", "plants/v1/d/anna-phone/dn/notify",
      "plants/v1/d/anna-phone/up/action", "plants/v1/d/anna-phone/dn/activity",
    ] {
      #expect(screen.contains(word), "\(word)")
    }
  }

  @Test(arguments: [
    "", "Sources/Bridge/Bridge.docc", "Sources/LoamKit/LoamKit.docc", "Examples", "Tests/Recipe",
  ])
  func `a link of a page leads somewhere`(folder: String) throws {
    let place = folder.isEmpty ? SourceTree.root : SourceTree.root.appending(path: folder)
    for name in SourceTree.names(in: folder.isEmpty ? "." : folder) where name.hasSuffix(".md") {
      let text = try String(contentsOf: place.appending(path: name), encoding: .utf8)
      for link in text.matches(of: /\]\(([^)\s:]+)\)/).map({ String($0.1) }) {
        let parts = link.split(separator: "#", omittingEmptySubsequences: false)
        let target = parts[0].isEmpty ? place.appending(path: name) : place.appending(path: String(parts[0]))
        #expect((try? target.checkResourceIsReachable()) == true, "\(name): \(link)")
        guard parts.count > 1, let page = try? String(contentsOf: target, encoding: .utf8) else { continue }
        let headings = page.split(separator: "\n").filter { $0.hasPrefix("#") }.map(anchor(of:))
        #expect(headings.contains(String(parts[1])), "\(name): \(link)")
      }
    }
  }

  /// As GitHub makes it of a heading.
  private func anchor(of heading: Substring) -> String {
    let words = heading.drop { $0 == "#" || $0 == " " }.lowercased()
    return words.filter { $0.isLetter || $0.isNumber || " -_".contains($0) }.replacing(" ", with: "-")
  }
}
