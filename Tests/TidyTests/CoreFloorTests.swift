import Testing

/// The core's folders are what they look like: floors.
@Suite struct CoreFloorTests {
  private static let core = SourceTree.sources.filter { $0.target == "GardenCore" }

  private func file(_ place: String, _ text: String) -> SourceTree.File {
    SourceTree.File(path: "Sources/GardenCore/\(place).swift", text: text)
  }

  @Test func `no folder of the core uses a type of its own floor or of a higher one`() {
    let upward = CoreFloors(Self.core).upward
    #expect(upward.isEmpty, "\n\(upward.joined(separator: "\n"))")
  }

  @Test func `every file of the core lies on a floor`() {
    let known = Set(CoreFloors.floors.joined())
    #expect(Self.core.map(\.path).filter { !known.contains(CoreFloors.folder($0)) } == [])
    #expect(Set(Self.core.map { CoreFloors.folder($0.path) }) == known)
  }

  @Test func `at most three files of the core need each other`() {
    let circles = CoreFloors(Self.core).circles.filter { $0.count > 3 }
    #expect(circles.isEmpty, "\n\(circles.map { $0.joined(separator: "\n") }.joined(separator: "\n\n"))")
  }

  @Test func `no type of the core is spread over more than four files`() {
    let own = Set(Self.core.flatMap { CoreFloors.typesDeclared(in: $0) })
    let spread = CoreFloors.spread(of: Self.core, over: 4).filter { line in
      own.contains(String(line.prefix { $0 != ":" }))
    }
    #expect(spread.isEmpty, "\n\(spread.joined(separator: "\n"))")
  }

  @Test func `a type that is extended in a fifth file is named with its files`() {
    let files = (1...5).map { file("Heat/File\($0)", $0 == 1 ? "struct Wide {}" : "extension Wide {}") }
    #expect(CoreFloors.spread(of: Array(files.prefix(4)), over: 4) == [])
    #expect(
      CoreFloors.spread(of: files, over: 4) == [
        "Wide: " + (1...5).map { "Sources/GardenCore/Heat/File\($0).swift" }.joined(separator: ", ")
      ])
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
    #expect(CoreFloors([file(place, text), file(other, itsText)]).upward == [arrow])
  }

  @Test func `a folder may use what lies below it, and a name in words or of a member is no use`() {
    let files = [
      file("Effects/Shown", "struct Shown {}"),
      file("Memory/Kept", "// Shown\nlet text = \"Shown\"; let kind = Other.Shown"),
      file("Heat/Warm", "struct Warm { var shown: Shown }"),
    ]
    #expect(CoreFloors(files).upward == [])
  }

  @Test func `a circle of files is found, whole`() {
    let files = [
      file("Values/A", "struct A { var b: [B] }"), file("Values/B", "struct B { var c: [C] }"),
      file("Values/C", "struct C { var d: [D] }"), file("Values/D", "struct D { var a: [A] }"),
      file("Values/E", "struct E { var a: A }"),
    ]
    #expect(
      CoreFloors(files).circles == [["A", "B", "C", "D"].map { "Sources/GardenCore/Values/\($0).swift" }])
  }
}
