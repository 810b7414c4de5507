import Foundation
import Testing

/// What holds for every file, read from the source. Every failure names file and line.
@Suite struct SourceRuleTests {
  /// One line each, so that an editor can jump there.
  private func expectNone(_ breaches: [String]) {
    #expect(breaches.isEmpty, "\n\(breaches.joined(separator: "\n"))")
  }

  @Test func `the tree is read at all`() {
    #expect(SourceTree.sources.count > 20)
    #expect(
      SourceTree.sources.contains {
        $0.path == "Sources/GardenCore/Garden/Garden.swift" && $0.target == "GardenCore"
      })
    #expect(Set(SourceTree.targets).isSuperset(of: ["GardenCore", "GardenStore", "loam"]))
  }

  @Test func `each target imports only what its line in the table allows`() {
    expectNone(SourceTree.sources.flatMap(ImportTable.breaches(in:)))
  }

  @Test func `every target with Swift in it has a line in the import table, and no line is left over`() {
    #expect(Set(SourceTree.sources.map(\.target)) == Set(ImportTable.allowed.keys))
  }

  @Test(arguments: [Rule.forcing, .unsafety, .time, .chance, .spelling])
  func `the words of the rule stand only where they may`(rule: Rule) {
    expectNone(rule.breaches(in: SourceTree.sources))
  }

  @Test func `no file is longer than 300 lines, but what a program has written`() {
    let files = (SourceTree.sources + SourceTree.tests + SourceTree.examples + SourceTree.native)
      .filter { !$0.path.hasSuffix(".pb.swift") && $0.path != "Examples/Reader/contract.h" }
    expectNone(files.filter { $0.lines.count > 301 }.map { "\($0.path):301: \($0.lines.count - 1) lines" })
  }

  @Test func `nothing is put off in a comment`() {
    let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X:", "HA" + "CK:"]
    let scripts = SourceTree.files(under: "deploy", endings: ["sh", "conf", "service", "py"])
    let files = SourceTree.sources + SourceTree.tests + SourceTree.examples + SourceTree.native + scripts
    for file in files {
      expectNone(
        zip(1..., file.lines).filter { line in marks.contains { line.1.contains($0) } }
          .map { "\(file.path):\($0.0): \($0.1)" })
    }
  }

  @Test func `no test is switched off and none waits for the wall clock`() {
    let rule = Rule(
      name: "a test that waits or is switched off",
      patterns: [#"\.disabled\b"#, #"\bTask\s*\.\s*sleep\b"#, #"\bThread\s*\.\s*sleep\b"#], allowedIn: waiting
    )
    expectNone(rule.breaches(in: SourceTree.tests))
  }

  @Test func `each suite that starts processes takes its turn, so that they do not all run at once`() {
    let suites = SourceTree.tests.filter {
      $0.text.contains("@Test")
        && ($0.target == "SystemTests"
          || $0.target == "MosquittoClientTests" && $0.text.contains("withBroker"))
    }
    #expect(suites.count > 50)
    expectNone(suites.filter { !$0.text.contains(".inTurn") }.map { "\($0.path):1: its suite lacks .inTurn" })
  }

  /// Test targets in which real processes run: they may wait for one, with a limit.
  private let waiting: Set<String> = ["BridgeTests", "MosquittoClientTests", "DemoGardenTests", "TestKit"]

  /// The kit's are gone with the test, also where it failed.
  @Test func `no test makes a temporary folder by hand`() {
    let rule = Rule(
      name: "a folder beside the kit's", patterns: [#"\btemporaryDirectory\b"#], allowedIn: ["TestKit"])
    expectNone(rule.breaches(in: SourceTree.tests))
  }

  /// The worst loss so far was to be seen in no test, because no test's broker was the one that people have.
  @Test func `a system test runs in the world that we ship, or says why not`() {
    let here = SourceTree.tests.filter { $0.target == "SystemTests" && !$0.path.hasSuffix("/Site.swift") }
    let rule = Rule(
      name: "a broker beside Site's", patterns: [#"\bwithBroker\b"#, #"\bTestBroker\s*\("#],
      allowedIn: [])
    expectNone(rule.breaches(in: here))
    let scripts = SourceTree.files(under: "Tests", endings: ["py"]).filter {
      !$0.path.hasSuffix("/loopback.py")
    }
    let unexplained = /because[:=] *""/
    for file in here + scripts {
      expectNone(
        zip(1..., file.lines).filter { $0.1.contains(unexplained) }.map {
          "\(file.path):\($0.0): no reason"
        })
    }
    // Those that need brokers as people had them before ours: what setup finds, and what an upgrade does.
    let own = ["Brokers/kinds.py", "SystemTests/Scripts/setup.py", "Packages/upgrade.py", "Packages/app.py"]
    for file in scripts where !own.contains(where: file.path.hasSuffix) {
      expectNone(
        zip(1..., file.lines).filter { $0.1.contains("allow_anonymous") }.map {
          "\(file.path):\($0.0): \($0.1)"
        })
    }
  }

  /// `"\(error)"` reaches a log or a person sooner or later: it is a sentence, not a Swift value.
  @Test func `every error says itself in words`() throws {
    let declared = /\b(?:enum|struct|class) (\w+): [^{]*\bError\b[^{]*/
    let spoken = /extension (?:\w+\.)*(\w+): [^{]*\bCustomStringConvertible\b/
    let saying = Set(SourceTree.sources.flatMap { $0.text.matches(of: spoken).map { String($0.1) } })
    var seen = 0
    for file in SourceTree.sources {
      for (number, line) in zip(1..., file.lines) {
        guard !line.contains("private "), let error = line.firstMatch(of: declared) else { continue }
        seen += 1
        let says = error.0.contains("CustomStringConvertible") || saying.contains(String(error.1))
        #expect(says, "\(file.path):\(number): \(error.1) has no description")
      }
    }
    #expect(seen > 15)
  }

  @Test func `the architecture names every target in its table`() throws {
    let rows = try #require(SourceTree.text("ARCHITECTURE.md"), "ARCHITECTURE.md is missing")
      .split(separator: "\n").filter { $0.hasPrefix("|") }
    expectNone(
      SourceTree.targets.filter { target in !rows.contains { $0.contains("`\(target)`") } }
        .map { "ARCHITECTURE.md: no row for `\($0)`" })
  }
}
