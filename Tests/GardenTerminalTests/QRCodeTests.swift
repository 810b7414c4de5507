import Foundation
import TestKit
import Testing

@testable import GardenTerminal

@Suite struct QRCodeTests {
  /// As a camera sees it: the lines of the terminal as a picture, read by a program of others.
  private func scanned(_ lines: [String]) throws -> [UInt8] {
    var rows: [[UInt8]] = []
    for line in lines {
      let cells = line.filter { " ▀▄█".contains($0) }
      rows.append(cells.map { "▀█".contains($0) ? 0 : 255 })
      rows.append(cells.map { "▄█".contains($0) ? 0 : 255 })
    }
    var picture = Data("P5 \(rows[0].count * 4) \(rows.count * 4) 255\n".utf8)
    for row in rows {
      let line = Data(row.flatMap { Array(repeating: $0, count: 4) })
      for _ in 0..<4 { picture.append(line) }
    }
    let folder = try TemporaryFolder()
    let file = try folder.write(picture, to: "code.pgm")
    let reader = Process()
    let output = Pipe()
    reader.executableURL = URL(filePath: "/usr/bin/env")
    reader.arguments = ["zbarimg", "--quiet", "--raw", "--oneshot", "-Sbinary", file]
    reader.standardOutput = output
    try reader.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    reader.waitUntilExit()
    return Array(bytes)
  }

  /// The most bytes that each version holds at level M, ISO/IEC 18004:2015, table 7.
  private static let most = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412]

  @Test(arguments: 1...15) func `a full code of each version is read by zbar`(version: Int) throws {
    let text = Array((0..<Self.most[version - 1]).map { UInt8(33 + ($0 * 7 + version) % 90) })
    let code = try #require(QRCode(text))
    #expect(code.version == version && code.size == 17 + 4 * version)
    #expect(try scanned(QRLines.lines(of: code)) == text)
  }

  @Test(arguments: [0, 1, 13, 15, 27, 181]) func `a code that is not full is read as well`(count: Int) throws
  {
    let text = Array("loam://join?host=pi.local&port=1883&device=kitchen-phone-kqzr".utf8.prefix(count))
    let code = try #require(QRCode(text))
    if count > 0 { #expect(try scanned(QRLines.lines(of: code)) == text) }
  }

  @Test func `what no version up to 15 holds is no code`() {
    #expect(QRCode(Array(repeating: 65, count: 412)) != nil)
    #expect(QRCode(Array(repeating: 65, count: 413)) == nil)
  }
}
