import BridgeConfig
import Foundation
@testable import GardenWeb
import HostSystem
import TestKit
import Testing

@Suite struct PhotoTests {
  private static let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]

  private func status(_ site: Site, _ target: String) async -> Int {
    await site.answer(WebRequest(target: target)).status
  }

  /// A folder with a photo of the basil, and a site whose config names `path` in it.
  private func during(
    _ name: String, _ bytes: [UInt8], _ test: (Site, TemporaryFolder) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    try folder.write(bytes, to: name)
    let settings = try ConfigFile.read(
      text: """
        sensors: {probe: {family: zigbee2mqtt, topic: zigbee2mqtt/Basil}, other: {family: zigbee2mqtt, topic: zigbee2mqtt/Fern}}
        plants: {basil: {sensors: probe, picture: "\(folder.file("basil.png"))"}, fern: {sensors: other, picture: fern}}
        store: {path: /nonexistent}
        """, fileName: "loam.yaml", environment: [:], readSecret: { _ in .failure(FileUnreadable("none")) },
      reader: .web
    ).get()
    try await test(Site(settings, pageFolder: folder.path, subscriber: BridgeSubscriber.Shared()), folder)
  }

  @Test func `a photo is served under its plant, and kept by its tag`() async throws {
    try await during("basil.png", Self.png) { site, _ in
      let answer = await site.answer(WebRequest(target: "/api/v1/plants/basil/photo"))
      #expect(answer.status == 200 && answer.body == Self.png)
      #expect(answer.header("Content-Type") == "image/png")
      #expect(answer.header("X-Content-Type-Options") == "nosniff")
      let tag = try #require(answer.header("ETag"))
      let again = await site.answer(WebRequest(target: "/api/v1/plants/basil/photo", ifNoneMatch: tag))
      #expect(again.status == 304 && again.body.isEmpty)
    }
  }

  @Test(arguments: [
    "/api/v1/plants/fern/photo", "/api/v1/plants/nobody/photo", "/api/v1/plants/../photo",
    "/api/v1/plants/%2e%2e/photo", "/api/v1/plants/basil.png/photo", "/api/v1/plants//photo",
    "/api/v1/plants/basil/photo/../../../../etc/passwd",
  ])
  func `no address leads to another file`(target: String) async throws {
    try await during("basil.png", Self.png) { site, _ in
      #expect(await status(site, target) == 404)
    }
  }

  @Test func `what is no picture, too large, a link or a folder is not served, whatever it is called`()
    async throws
  {
    let path = "/api/v1/plants/basil/photo"
    try await during("basil.png", Array("root:x:0:0:root".utf8)) { site, _ in
      #expect(await status(site, path) == 404)
    }
    try await during("basil.png", Self.png + [UInt8](repeating: 0, count: HostPicture.bytesMax)) { site, _ in
      #expect(await status(site, path) == 404)
    }
    try await during("real.png", Self.png) { site, folder in
      #expect(await status(site, path) == 404)
      try FileManager.default.createSymbolicLink(
        atPath: folder.file("basil.png"), withDestinationPath: folder.file("real.png"))
      #expect(await status(site, path) == 404)
      try FileManager.default.removeItem(atPath: folder.file("basil.png"))
      try FileManager.default.createDirectory(
        atPath: folder.file("basil.png"), withIntermediateDirectories: false)
      #expect(await status(site, path) == 404)
    }
  }

  @Test(arguments: [
    ([0xff, 0xd8, 0xff, 0xe0], "image/jpeg"), ([0xff, 0xd8], nil),
    (Array("RIFF0000WEBPVP8 ".utf8), "image/webp"),
    (Array("RIFF0000WAVE".utf8), nil), ([0, 0, 0, 28] + Array("ftypavif".utf8), "image/avif"),
    ([0, 0, 0, 28] + Array("ftypmp42".utf8), nil), (Array("<svg xmlns".utf8), nil), ([], nil),
  ])
  func `a file is what it begins with`(bytes: [UInt8], type: String?) {
    #expect(HostPicture.type(of: bytes) == type)
  }
}
