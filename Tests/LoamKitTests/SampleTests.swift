import Foundation
import Testing
import TestKit
@testable import FuzzHarness

/// The code that the library's article shows.
struct SampleTests {
  @Test func `the sample of the article on clients compiles against the library`() throws {
    let page = Example.root.appendingPathComponent("Sources/LoamKit/LoamKit.docc/BuildAClient.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let samples = text.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    #expect(samples.count == 1)
    let folder = try TemporaryFolder()
    let said = try complaints(of: folder.write(samples.joined(), to: "sample.swift"))
    #expect(said == "")
  }

  private func complaints(of file: String) throws -> String {
    let modules = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("Modules").path
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let libcrypto = Example.root.appendingPathComponent("Sources/CLibcrypto").path
    compiler.arguments = [
      "swiftc", "-typecheck", "-swift-version", "6", "-I", modules, "-I", libcrypto, file,
    ]
    let output = Pipe()
    compiler.standardOutput = output
    compiler.standardError = output
    compiler.standardInput = FileHandle.nullDevice
    try compiler.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    compiler.waitUntilExit()
    let text = String(decoding: said, as: UTF8.self)
    return compiler.terminationStatus == 0 ? text : "swiftc ended with \(compiler.terminationStatus): \(text)"
  }
}
