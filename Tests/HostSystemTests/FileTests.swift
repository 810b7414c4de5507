import Foundation
import HostSystem
import TestKit
import Testing

@Suite("Files of the machine") struct FileTests {
  @Test func `what stands where a file should is named as what it is`() throws {
    let folder = try TemporaryFolder()
    try Process.run(URL(filePath: "/usr/bin/mkfifo"), arguments: [folder.file("pipe")]).waitUntilExit()
    for (path, what) in [
      (folder.path, "a folder"), (folder.file("pipe"), "a pipe"), ("/dev/null", "a device"),
    ] {
      let read = #expect(throws: HostError.self) { try HostFile.read(path, limit: 9) }
      #expect(read?.text == "it is \(what), not a file")
      let opened = #expect(throws: HostError.self) { try HostFileReader(path) }
      #expect(opened?.text == "it is \(what), not a file")
    }
  }

  @Test func `a link that leads out of the folder is not followed, one that stays in it is`() throws {
    let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
    try other.write("root:*:1", to: "secret")
    try folder.write("mine", to: "..data/a.yaml")
    let files = FileManager.default
    for (name, target) in [
      ("a.yaml", "..data/a.yaml"), ("out.yaml", other.file("secret")),
      ("up.yaml", "../\(other.url.lastPathComponent)/secret"),
    ] { try files.createSymbolicLink(atPath: folder.file(name), withDestinationPath: target) }
    try files.createSymbolicLink(atPath: folder.file("there"), withDestinationPath: other.path)
    #expect(try HostFile.read(folder.file("a.yaml"), within: folder.path, limit: 99) == Array("mine".utf8))
    for name in ["out.yaml", "up.yaml", "there/secret", "../\(other.url.lastPathComponent)/secret"] {
      let error = #expect(throws: HostError.self, "\(name)") {
        try HostFile.read(folder.file(name), within: folder.path, limit: 99)
      }
      #expect(error?.isWayOut == true, "\(name)")
    }
    // A folder that is itself reached by a link is the folder.
    #expect(
      try HostFile.read(folder.file("there/secret"), within: folder.file("there"), limit: 99).count == 8)
    let missing = #expect(throws: HostError.self) {
      try HostFile.read(folder.file("none"), within: folder.path, limit: 9)
    }
    #expect(missing?.isNoFile == true)
  }
}
