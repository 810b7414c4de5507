import Testing

/// Families of sensors: each has a folder of its own and stands in the one list, and none knows another.
@Suite struct FamilyRuleTests {
  private static let list = "Sources/DeviceFamilies/Families.swift"
  private static let files = SourceTree.sources.filter { $0.target == "DeviceFamilies" }

  /// The names of the values that are families.
  private static func families(in file: SourceTree.File) -> [String] {
    file.lines.compactMap {
      $0.firstMatch(of: /static let (\w+)(?:: Family)? = Family\($/).map { String($0.1) }
    }
  }

  /// `nil`: the file stands above the folders.
  private static func folder(of file: SourceTree.File) -> String? {
    let parts = file.path.split(separator: "/")
    return parts.count > 3 ? String(parts[2]) : nil
  }

  /// Types of a family's folder that are named outside of it: `path:line: …`.
  private static func strangers(in files: [SourceTree.File]) -> [String] {
    let homes = Set(files.filter { !families(in: $0).isEmpty }.compactMap(folder(of:)))
    var owners: [Substring: String] = [:]
    for file in files {
      guard let folder = folder(of: file), homes.contains(folder) else { continue }
      for line in file.lines where line.first?.isLetter == true && !line.hasPrefix("private ") {
        guard let type = line.firstMatch(of: /\b(?:struct|enum|class|protocol|typealias) (\w+)/) else {
          continue
        }
        owners[type.1] = folder
      }
    }
    return files.flatMap { file in
      let own = folder(of: file)
      return zip(1..., file.code).flatMap { number, line in
        line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.compactMap { word in
          owners[word].flatMap { owner in
            owner == own
              ? nil
              : "\(file.path):\(number): \(word) is \(owner)'s: what several need has a folder that says what it is"
          }
        }
      }
    }
  }

  private static func missing(in files: [SourceTree.File], listed: String) -> [String] {
    let lines = Set(listed.split(separator: "\n").map { $0.drop { $0 == " " } })
    return files.flatMap(families(in:)).filter { !lines.contains(".\($0),") }.map {
      "\(list): add the line .\($0),"
    }
  }

  private func expectNone(_ breaches: [String]) {
    #expect(breaches.isEmpty, "\n\(breaches.joined(separator: "\n"))")
  }

  @Test func `each family stands in the list of families`() throws {
    #expect(Self.files.flatMap(Self.families(in:)).count >= 17)
    expectNone(Self.missing(in: Self.files, listed: try #require(SourceTree.text(Self.list))))
  }

  @Test func `a family's types are named in its own folder only`() {
    expectNone(Self.strangers(in: Self.files))
  }

  private static let planted = [
    SourceTree.File(
      path: "Sources/DeviceFamilies/One/OneFamily.swift",
      text:
        "extension Family {\n  package static let one = Family(\n    name: \"one\")\n}\nstruct OneWord {}\n"),
    SourceTree.File(
      path: "Sources/DeviceFamilies/Two/TwoFamily.swift",
      text:
        "extension Family {\n  static let two = Family(\n    name: \"two\")\n}\n// OneWord\nlet a = OneWord()\n"
    ),
    SourceTree.File(
      path: "Sources/DeviceFamilies/Fields/Word.swift", text: "struct Word {}\nlet b = \"OneWord\"\n"),
  ]

  @Test func `a breach is found, and no word of a comment or a text is one`() {
    #expect(
      Self.strangers(in: Self.planted) == [
        "Sources/DeviceFamilies/Two/TwoFamily.swift:6: OneWord is One's: what several need has a folder that says what it is"
      ])
    #expect(Self.missing(in: Self.planted, listed: "  .one,\n") == ["\(Self.list): add the line .two,"])
  }
}
