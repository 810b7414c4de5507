import Foundation
import FuzzHarness

/// The fuzzer's way in. `LLVMFuzzerRunDriver` is libFuzzer's own main loop, as a function.
///
///     LoamFuzz --groups              names, one a line
///     LoamFuzz --seeds FOLDER        writes FOLDER/<group>/<n>
///     LOAM_FUZZ_GROUP=devices LoamFuzz CORPUS… [libFuzzer options]
///
/// Without a group the first byte of each input chooses one.
@main struct Fuzz {
  static func main() throws {
    let arguments = CommandLine.arguments
    if arguments.dropFirst().first == "--groups" {
      for group in FuzzGroups.all { print(group.name) }
    } else if arguments.count == 3, arguments[1] == "--seeds" {
      try writeSeeds(to: arguments[2])
    } else {
      try run()
    }
  }

  private static func writeSeeds(to folder: String) throws {
    for group in FuzzGroups.all {
      let place = URL(filePath: folder).appending(path: group.name)
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      for (i, seed) in group.seeds.enumerated() { try Data(seed).write(to: place.appending(path: "\(i)")) }
    }
  }

  private static func run() throws {
    var count = CommandLine.argc
    var arguments = unsafe CommandLine.unsafeArgv
    if wanted != nil, chosen == nil { throw FuzzError.noSuchGroup }
    let result = unsafe runDriver(&count, &arguments) { start, count in
      unsafe Fuzz.take(Array(UnsafeBufferPointer(start: start, count: count)))
      return 0
    }
    exit(result)
  }

  private static func take(_ bytes: [UInt8]) {
    let breach: String?
    if let chosen {
      breach = chosen.evaluate(bytes)
    } else if let first = bytes.first {
      breach = FuzzGroups.all[Int(first) % FuzzGroups.all.count].evaluate(Array(bytes.dropFirst()))
    } else {
      return
    }
    if let breach { fatalError("\(breach)\n\(String(decoding: bytes, as: UTF8.self))") }
  }

  private static let wanted = ProcessInfo.processInfo.environment["LOAM_FUZZ_GROUP"]
  private static let chosen = FuzzGroups.all.first { $0.name == wanted }
}

enum FuzzError: Error { case noSuchGroup }

typealias FuzzTarget = @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32

@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ target: FuzzTarget
) -> Int32
