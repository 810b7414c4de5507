import ArgumentParser
import GardenTerminal
import HostSystem
import ProgramConfig

/// What `loam setup` says and asks.
struct SetupTalk {
  /// Every question is answered as Enter would.
  var agrees: Bool

  /// Whether somebody sits there.
  static var isWatched: Bool {
    HostTerminal.isTerminal(HostTerminal.input) && HostTerminal.isTerminal(HostTerminal.output)
  }

  private static let columns = 78

  /// A paragraph, broken between words.
  func say(_ text: String = "") {
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > Self.columns {
        HostTerminal.write(line + "\n")
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    HostTerminal.write(line + "\n")
  }

  /// Lines as they are, set in.
  func show(_ lines: [String]) {
    for line in lines { HostTerminal.write(line.isEmpty ? "\n" : "    \(TextWidth.harmless(line))\n") }
  }

  func heading(_ text: String) { HostTerminal.write("\n\(text)\n") }

  /// One line; empty for Enter.
  func ask(_ question: String) throws -> String {
    if agrees { return "" }
    guard Self.isWatched else {
      throw CommandEnd.saying("there is nobody to answer '\(question)'; use --yes", .usage)
    }
    HostTerminal.write("\n\(question) ")
    guard let line = readLine() else {
      HostTerminal.write("\n")
      throw ExitCode(.failure)
    }
    return line
  }

  /// - Parameters:
  ///   - usual: what Enter means, and what is done where nobody is asked.
  ///   - files: shown to who asks for them.
  func agree(_ question: String, usual: Bool = true, files: SetupFiles? = nil) throws -> Bool {
    let letters = (usual ? "Y/n" : "y/N") + (files == nil ? "" : ", s shows the files")
    while true {
      switch try ask("\(question) [\(letters)]").lowercased() {
      case "": return usual
      case "y", "yes": return true
      case "n", "no": return false
      case "s": files?.show(self)
      default: say("Please answer y or n.")
      }
    }
  }

  /// A line that is not shown.
  func secret(_ question: String) throws -> String {
    guard !agrees, Self.isWatched, let raw = RawTerminal() else { return "" }
    defer { withExtendedLifetime(raw) {} }
    HostTerminal.write("\n\(question) ")
    var bytes: [UInt8] = []
    while true {
      var entries = [PollEntry(HostTerminal.input, .readable)]
      HostPoll.wait(&entries, until: .max)
      guard let typed = HostTerminal.typed() else { break }
      for byte in typed {
        switch byte {
        case 10, 13:
          HostTerminal.write("\n")
          return String(decoding: bytes, as: UTF8.self)
        case 8, 127: _ = bytes.popLast()
        default: bytes.append(byte)
        }
      }
    }
    return ""
  }

  /// Ends the command after its reason was said.
  func end(_ reason: String, _ status: ExitStatus) -> ExitCode {
    say()
    say(reason)
    return ExitCode(status)
  }
}
