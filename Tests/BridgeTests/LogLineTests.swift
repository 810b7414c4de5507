import Foundation
import Logging
import Testing

@testable import ProgramLog

@Suite struct LogLineTests {
  private func line(_ message: Logger.Message, journal: Bool = false, json: Bool = false) -> String {
    let handler = LineLogHandler(isJournal: journal, isJSON: json)
    return handler.line(level: .warning, message: "\(message)", facts: ["b": "2", "a": "1"])
  }

  @Test func `a line for people, one for the journal and one for programs`() throws {
    #expect(line("broker: gone") == "warning: broker: gone a=1 b=2\n")
    #expect(line("broker: gone", journal: true) == "<4>broker: gone a=1 b=2\n")
    #expect(
      line("broker: gone", json: true)
        == #"{"a":"1","b":"2","level":"warning","message":"broker: gone"}"# + "\n")
  }

  @Test(arguments: ["two\nlines", "bell\u{7}", "\u{1B}[2Jclear", "DEL\u{7F}"])
  func `text from outside never breaks a line or moves a cursor`(text: String) throws {
    for isJSON in [true, false] {
      let written = line("\(text)", json: isJSON)
      #expect(written.unicodeScalars.count { $0.value < 32 || $0.value == 127 } == 1)
      #expect(written.hasSuffix("\n"))
    }
  }
}
