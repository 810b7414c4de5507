import FoundationEssentials
import LoamKit
import Testing

@testable import GardenTerminal

@Suite struct FrameTests {
  func frame(_ columns: Int, _ rows: Int, keys: KeyMachine = KeyMachine(), colour: Bool = false) throws
    -> [String]
  {
    let setting = Frame.Setting(
      now: Documents.now, offsetSeconds: 3600, footnote: "mosquitto_sub -p 27978 -t '#'")
    return Frame(
      model: try Documents.model(), keys: keys, size: TerminalSize(columns: columns, rows: rows),
      setting: setting
    ).text(colour: colour)
  }

  func selecting() throws -> KeyMachine {
    var keys = KeyMachine()
    _ = keys.press(.down, model: try Documents.model(), at: 0)
    _ = keys.press(.up, model: try Documents.model(), at: 0)
    return keys
  }

  /// Compares with the readable file; `UPDATE_EXPECTED=1` writes it.
  func expect(_ lines: [String], matches name: String) throws {
    let path =
      String(#filePath.prefix { _ in true }.dropLast("FrameTests.swift".count)) + "Expected/\(name).txt"
    let text = lines.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["UPDATE_EXPECTED"] == "1" {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text == expected, "\(name): UPDATE_EXPECTED=1 writes what is seen")
  }

  @Test(arguments: [(100, 30), (80, 24), (40, 12)])
  func `the view fits the terminal and reads as expected`(columns: Int, rows: Int) throws {
    let lines = try frame(columns, rows, keys: selecting())
    #expect(lines.count == rows)
    #expect(lines.allSatisfy { TextWidth.columns($0) <= columns })
    try expect(lines, matches: "\(columns)x\(rows)")
  }

  @Test func `a slider on its way shows where it goes`() throws {
    var keys = try selecting()
    let model = try Documents.model()
    for _ in 0..<3 { _ = keys.press(.right, model: model, at: 10) }
    try expect(try frame(80, 24, keys: keys), matches: "80x24-sliding")
  }

  @Test func `no size makes it wider, taller or crash`() throws {
    for columns in stride(from: 0, through: 130, by: 7) {
      for rows in 0..<28 {
        let lines = try frame(columns, rows, keys: selecting())
        #expect(lines.count <= max(rows, 1))
        if columns >= 20 { #expect(lines.allSatisfy { TextWidth.columns($0) <= columns }) }
      }
    }
  }

  @Test func `without colour there is no escape, with colour the text is the same`() throws {
    let plain = try frame(80, 24, keys: selecting())
    let coloured = try frame(80, 24, keys: selecting(), colour: true)
    #expect(!plain.joined().contains("\u{1B}"))
    #expect(coloured.joined().contains("\u{1B}[1;31m"))
    let stripped = coloured.map { $0.replacing(/\u{1B}\[[0-9;]*m/, with: "") }
    #expect(stripped == plain)
  }

  @Test func `help shows every key`() throws {
    var keys = KeyMachine()
    _ = keys.press(.character("?"), model: try Documents.model(), at: 0)
    let help = try frame(80, 24, keys: keys).joined(separator: "\n")
    for word in ["done", "later", "tomorrow", "slider", "water", "stop", "quit", "select"] {
      #expect(help.contains(word))
    }
  }

  @Test func `names from the network cannot steer the terminal`() throws {
    var model = try Documents.model()
    let evil = #"{"v":1,"n":"\u001b[2J\u0007\u202eevil","s":"ok","r":1}"#
    _ = model.take(topic: "plants/v1/state/plant/evil", payload: Array(evil.utf8))
    let setting = Frame.Setting(now: Documents.now)
    let size = TerminalSize(columns: 80, rows: 24)
    let text = Frame(model: model, keys: KeyMachine(), size: size, setting: setting).text(colour: false)
      .joined()
    #expect(!text.contains("\u{1B}") && !text.contains("\u{7}") && !text.contains("\u{202E}"))
  }

  @Test func `only lines that changed are written`() {
    var screen = Screen()
    let size = TerminalSize(columns: 40, rows: 12)
    let first = screen.update(["a", "b", "c"], size: size)
    #expect(first.contains("\u{1B}[1;1Ha") && first.contains("\u{1B}[3;1Hc"))
    #expect(screen.update(["a", "b", "c"], size: size) == "")
    let second = screen.update(["a", "B"], size: size)
    #expect(
      second.contains("\u{1B}[2;1HB") && !second.contains("1;1Ha") && second.contains("\u{1B}[3;1H\u{1B}[J"))
    #expect(screen.update(["a", "B"], size: TerminalSize(columns: 41, rows: 12)).contains("\u{1B}[2J"))
  }
}
