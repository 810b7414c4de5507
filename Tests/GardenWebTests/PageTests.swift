import Foundation
@testable import GardenWeb
import TestKit
import Testing

@Suite struct PageTests {
  @Test(arguments: [
    ("gzip", true), ("br, gzip;q=0.5", true), ("*", true), ("GZIP", true), ("gzip;q=0", false),
    ("gzip; q=0.000", false), ("br", false), ("", false), ("x-gzip-y", false),
  ])
  func `gzip is sent to who takes it`(header: String, takes: Bool) {
    #expect(PageFolder.File.takesGzip(header) == takes)
    #expect(!PageFolder.File.takesGzip(nil))
  }

  @Test func `the policy names the broker where it is known, and never more`() {
    #expect(SafetyHeaders.policy(broker: nil).contains("connect-src 'self' ws: wss:; "))
    #expect(
      SafetyHeaders.policy(broker: "wss://garden.example:9443/mqtt/x").contains(
        "connect-src 'self' wss://garden.example:9443; "))
    #expect(SafetyHeaders.policy(broker: "./mqtt").contains("connect-src 'self' ws: wss:; "))
    #expect(SafetyHeaders.policy(broker: "ws://[::1]:9001").contains("connect-src 'self' ws://[::1]:9001; "))
    #expect(
      SafetyHeaders.policy(broker: nil).hasPrefix("default-src 'none'; script-src 'self'; style-src 'self';"))
  }

  @Test func `links, hidden names and names that a path cannot hold are not on the list`() throws {
    let files = FileManager.default
    let folder = try TemporaryFolder()
    for name in ["index.html", "a b.html", ".git", "icons/1.png", "ä.js", "only.gz"] {
      try folder.write("x", to: name)
    }
    try files.createSymbolicLink(atPath: folder.file("link.html"), withDestinationPath: "/etc/passwd")
    try files.createSymbolicLink(atPath: folder.file("up"), withDestinationPath: "..")
    let page = PageFolder(path: folder.path)
    #expect(page.file("/index.html") != nil && page.file("/") != nil && page.file("/icons/1.png") != nil)
    #expect(page.count == 3)
    try files.removeItem(atPath: folder.file("index.html"))
    try files.createSymbolicLink(atPath: folder.file("index.html"), withDestinationPath: "/etc/passwd")
    #expect(page.file("/")?.answer(WebRequest(target: "/")) == nil)
  }
}
