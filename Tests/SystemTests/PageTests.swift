import FoundationEssentials
import TestKit
import Testing

/// The page in a real Chromium, against a real broker, the real bridge and the demo garden. What is checked stands in
/// Scripts/page.py, page_taps.py, page_still.py and page_parts.js, a line each.
@Suite(.inTurn, .timeLimit(.minutes(15))) struct PageTests {
  static let environment = PythonEnvironment(
    name: "python-page",
    packages: ["playwright==1.65.2", "axe-playwright-python==0.1.8", "paho-mqtt==2.1.0"],
    modules: "playwright.sync_api, axe_playwright_python, paho.mqtt.client")
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  @Test(
    .enabled("playwright cannot be had from PyPI") { await environment.isAvailable() },
    arguments: ["acts", "taps", "sights"])
  func `a person at the page sees, answers, waters and looks back`(part: String) async throws {
    let python = try await Self.environment.interpreter()
    try await Site.during { site in
      let page = site.folder + "/page"
      let built = try await Program.run(Self.root + "/deploy/page.sh", [page])
      try #require(built.isSuccess, "\(built.output.suffix(2000))")
      let seen = try await Program.run(
        "LOAM_PAGE_PART=\(part)",
        [python, Program.scripts + "/page.py", Program.loam, page, site.folder + "/room"])
      let failures = seen.output.split(separator: "\n").filter { $0.hasPrefix("FAIL") }
      #expect(
        seen.isSuccess, "\(failures.joined(separator: "\n").prefix(6000))\n\(seen.output.suffix(1000))")
    }
  }

  @Test func `clock, contract, words and file of a history hold without a browser`() async throws {
    try await Site.during { site in
      let bundle = site.folder + "/parts.cjs"
      let words = site.folder + "/words"
      try FileManager.default.createDirectory(atPath: words, withIntermediateDirectories: true)
      let written = try await Program.run(
        "node",
        [
          Self.root + "/Sources/GardenPage/bundling/words.cjs", Self.root + "/Sources/GardenWords/Languages",
          words,
          words + "/languages.js",
        ])
      try #require(written.isSuccess, "\(written.output)")
      let built = try await Program.run(
        "esbuild",
        [
          "--bundle", "--platform=node", "--log-level=warning", "--alias:languages=\(words)/languages.js",
          "--outfile=\(bundle)",
          Program.scripts + "/page_parts.js",
        ])
      try #require(built.isSuccess, "\(built.output)")
      let parts = try await Program.run(
        "node",
        [
          bundle, Self.root + "/Sources/LoamKit/LoamKit.docc/Protocol.md",
          Self.root + "/Sources/LoamKit/Schemas/plant-detail.schema.json", words,
        ])
      #expect(parts.isSuccess, "\(parts.output)")
    }
  }
}
