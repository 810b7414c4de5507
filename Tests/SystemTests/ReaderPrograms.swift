import TestKit
import Testing

/// How the readers of `Examples` for small machines are run on a computer.
enum ReaderPrograms {
  /// A program of Scripts/Arduino with the headers of Examples/Reader, built so that a byte too far is seen.
  static func built(_ source: String, in folder: TemporaryFolder) async throws -> String {
    let flags = "-std=c++11 -Wall -Wextra -Werror -g -fsanitize=address,undefined".split(separator: " ")
    let host = Program.scripts + "/Arduino"
    let program = folder.file("reader")
    let ended = try await Program.run(
      "c++",
      flags.map(String.init) + ["-I\(PageTests.root)/Examples/Reader", "-I\(host)", "\(host)/\(source)"]
        + ["-o", program])
    try #require(ended.isSuccess, "\(ended.output)")
    return program
  }

  /// MicroPython's own interpreter with a program, and with so much memory.
  static func micropython(_ program: String, heap: String) async throws -> [String] {
    let path = "MICROPYPATH=\(PageTests.root)/Examples/MicroPython:\(Program.scripts)/board:.frozen"
    return [
      "env", path, try await PythonEnvironment.micropython.program("micropython"), "-X", "heapsize=\(heap)",
      program,
    ]
  }
}
