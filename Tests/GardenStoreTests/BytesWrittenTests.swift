import Foundation
import GardenCore
import GardenStore
import TestKit
import Testing

/// Bytes that reach the card, by the kernel's own count of what this process wrote (`wchar` of `/proc/self/io`).
struct BytesWrittenTests {
  private static func written() -> Int {
    let lines = (try? String(contentsOfFile: "/proc/self/io", encoding: .utf8))?.split(separator: "\n") ?? []
    return lines.first { $0.hasPrefix("wchar:") }.flatMap { Int($0.dropFirst(7)) } ?? 0
  }

  /// Bytes per reading for 50 sensors round robin, with the checkpoints that fall due.
  static func bytesPerReading(batch: Int, readings: Int) throws -> Double {
    let folder = try TemporaryFolder()
    let store = try GardenStore(folder: folder.path)
    try store.append((0..<50).map { Samples.row($0, 1, sensor: "s\($0)") })
    // The tables of a new store are not the readings' cost.
    try store.checkpoint()
    let before = written()
    for start in stride(from: 0, to: readings, by: batch) {
      try store.append(
        (start..<start + batch).map { Samples.row(100 + $0, Double($0 % 1_000) / 10, sensor: "s\($0 % 50)") })
    }
    try store.checkpoint()
    return Double(written() - before) / Double(readings)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/io"), "no /proc/self/io here"))
  func `a reading costs at most 200 bytes on the card in batches of 50 and more`() async {
    let child = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      for batch in [25, 50, 100, 500] {
        let bytes = try BytesWrittenTests.bytesPerReading(batch: batch, readings: 10_000)
        print("batches of \(batch): \(Int(bytes)) bytes written per reading")
        if batch >= 50 { #expect(bytes <= 200) }
      }
    }
    if let child { print(String(decoding: child.standardOutputContent, as: UTF8.self)) }
  }
}
