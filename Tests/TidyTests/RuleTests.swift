import Testing

/// The rules find what they are for, and are not fooled by words in comments and strings.
@Suite struct RuleTests {
  private func file(_ text: String, target: String = "GardenCore") -> SourceTree.File {
    SourceTree.File(path: "Sources/\(target)/Some.swift", text: text)
  }

  @Test(
    arguments: [
      "let a = try! f()", "let b = x as! Int", "fatalError()", "let c = list.first!", "let d = f()!.count",
      "let e = a[0]!", "var f: Int!", #"let g = Int("3")!"#, #"print("\(a!)")"#, "let h = a?!",
      "let i = #\"\\#(a!)\"#",
    ])
  func `forcing is found`(code: String) {
    #expect(Rule.forcing.breaches(in: file(code)).count == 1)
  }

  @Test(
    arguments: [
      "if a != b {}", "if !a {}", "a = !b", "f(!a)", "// try! this", "/* a /* as! */ fatalError() */",
      #""watch out!""#,
      "let a!=b", #"let s = "\"try! \" as!""#, ##"let s = #"fatalError "quoted" a! \(b!)"#"##,
      "let s = \"\"\"\n  fatalError a!\n  \"inner\" b!\n  \"\"\"\nlet t = 1", "let isFatalErrorShown = true",
    ])
  func `what only looks like forcing is left alone`(code: String) {
    #expect(Rule.forcing.breaches(in: file(code)).isEmpty)
  }

  @Test func `a breach is named with file and line`() {
    let breaches = Rule.forcing.breaches(in: file("let a = 1\n/* two\nlines */\n  let b = c!\n"))
    #expect(breaches == ["Sources/GardenCore/Some.swift:4: forcing traps on bad input: let b = c!"])
  }

  @Test(
    arguments: [
      "unsafe p.pointee", "let p: UnsafePointer<Int>", "Unmanaged.passRetained(x)",
      "a.withUnsafeBytes { _ in }",
      "nonisolated(unsafe) var x = 1",
    ])
  func `unsafe memory is found, and allowed where C is touched`(code: String) {
    #expect(Rule.unsafety.breaches(in: file(code)).count == 1)
    #expect(Rule.unsafety.breaches(in: file(code, target: "HostSystem")).isEmpty)
  }

  @Test(
    arguments: [
      "let now = Date()", "Date.now", "ContinuousClock().now", "try await Task.sleep(for: .seconds(1))",
      "usleep(3)",
      "Thread.sleep(forTimeInterval: 1)", "clock_gettime(0, &t)", "time(nil)",
      "ProcessInfo.processInfo.systemUptime",
    ])
  func `clocks and waiting are found`(code: String) {
    #expect(Rule.time.breaches(in: file(code)).count == 1)
  }

  @Test(arguments: [
    "Date(timeIntervalSince1970: 3)", "let sleeper = 1", "func time(of id: Int) {}", "world.now",
  ])
  func `what is given a time is left alone`(code: String) {
    #expect(Rule.time.breaches(in: file(code)).isEmpty)
  }

  @Test(arguments: ["Int.random(in: 0..<3)", "UUID()", "list.shuffled()", "SystemRandomNumberGenerator()"])
  func `unseeded chance is found`(code: String) {
    #expect(Rule.chance.breaches(in: file(code)).count == 1)
  }

  @Test(arguments: ["Int.random(in: 0..<3, using: &r)", "list.shuffled(using: &r)", "UUID(uuidString: s)"])
  func `seeded chance is left alone`(code: String) {
    #expect(Rule.chance.breaches(in: file(code)).isEmpty)
  }

  @Test(
    arguments: [
      #"Event(rawValue: "\(step.kind)") ?? .update"#, "String(describing: kind)",
      #"var words: String { "\(self)" }"#,
      #"Fate.allCases.map { ("\($0)", count($0)) }"#, ##"Kind(rawValue: #"\#(record.kind)"#)"##,
    ])
  func `a word made of the printed name of a case is found`(code: String) {
    #expect(Rule.spelling.breaches(in: file(code)).count == 1)
  }

  @Test(
    arguments: [
      "Event(rawValue: word)", #"lines.map { "\($0)" }"#, "Kind.allCases.map(\\.rawValue)",
      #"// Kind(rawValue: "\(x)")"#, #"let text = "by \(self.name)""#,
    ])
  func `a word that a type spells is left alone`(code: String) {
    #expect(Rule.spelling.breaches(in: file(code)).isEmpty)
  }

  @Test(
    arguments: [
      "import Foundation", "package import SQLite", "@testable import GardenStore",
      "internal import struct NIOCore.ByteBuffer",
      "  import Glibc", "@preconcurrency import Dispatch",
    ])
  func `an import that is not in the table is found`(code: String) {
    #expect(ImportTable.breaches(in: file(code)).count == 1)
    #expect(ImportTable.breaches(in: file(code, target: "NewTarget")).count == 1)
  }

  @Test func `imports in comments and strings are none`() {
    let text = "// import Foundation\nlet a = \"\"\"\nimport SQLite\n\"\"\"\n/*\nimport CYAML\n*/"
    #expect(ImportTable.breaches(in: file(text)).isEmpty)
    #expect(ImportTable.breaches(in: file("package import SQLite", target: "GardenStore")).isEmpty)
  }
}
