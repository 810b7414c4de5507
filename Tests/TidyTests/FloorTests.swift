import Testing

/// Folders are what they look like: floors.
@Suite struct FloorTests {
  private static let core = Floors.all[0]

  private func file(_ place: String, _ text: String) -> SourceTree.File {
    SourceTree.File(path: "Sources/GardenCore/\(place).swift", text: text)
  }

  @Test(arguments: Floors.all)
  func `no folder uses a type of its own floor or of a higher one`(floors: Floors) {
    let upward = floors.graph(of: SourceTree.sources).upward
    #expect(upward.isEmpty, "\n\(upward.joined(separator: "\n"))")
  }

  @Test(arguments: Floors.all)
  func `every file lies on a floor`(floors: Floors) {
    let files = SourceTree.sources.filter { $0.target == floors.target }
    #expect(Set(files.map { Floors.folder($0.path) }) == Set(floors.floors.joined()))
  }

  @Test(arguments: Floors.all)
  func `at most three files need each other`(floors: Floors) {
    let circles = floors.graph(of: SourceTree.sources).circles.filter { $0.count > 3 }
    #expect(circles.isEmpty, "\n\(circles.map { $0.joined(separator: "\n") }.joined(separator: "\n\n"))")
  }

  @Test(arguments: [
    (
      "Heat/Some", "extension Waterings { }", "Watering/Waterings", "package struct Waterings { }",
      "Sources/GardenCore/Heat/Some.swift -> Waterings (Sources/GardenCore/Watering/Waterings.swift)"
    ),
    (
      "Memory/Some", "struct Kept { var snapshot: Shown? }", "Effects/Shown", "struct Shown {}",
      "Sources/GardenCore/Memory/Some.swift -> Shown (Sources/GardenCore/Effects/Shown.swift)"
    ),
    (
      "Plants/Some", "func f(_ garden: inout Garden) {}", "Garden/Garden", "package struct Garden {}",
      "Sources/GardenCore/Plants/Some.swift -> Garden (Sources/GardenCore/Garden/Garden.swift)"
    ),
  ])
  func `an arrow upward or sideways is printed`(
    place: String, text: String, other: String, itsText: String, arrow: String
  ) {
    #expect(Self.core.graph(of: [file(place, text), file(other, itsText)]).upward == [arrow])
  }

  @Test func `a folder may use what lies below it, and a name in words or of a member is no use`() {
    let files = [
      file("Effects/Shown", "struct Shown {}"),
      file("Memory/Kept", "// Shown\nlet text = \"Shown\"; let kind = Other.Shown"),
      file("Heat/Warm", "struct Warm { var shown: Shown }"),
    ]
    #expect(Self.core.graph(of: files).upward == [])
  }

  @Test func `a circle of files is found, whole`() {
    let files = [
      file("Values/A", "struct A { var b: [B] }"), file("Values/B", "struct B { var c: [C] }"),
      file("Values/C", "struct C { var d: [D] }"), file("Values/D", "struct D { var a: [A] }"),
      file("Values/E", "struct E { var a: A }"),
    ]
    #expect(
      Self.core.graph(of: files).circles == [
        ["A", "B", "C", "D"].map { "Sources/GardenCore/Values/\($0).swift" }
      ])
  }
}
