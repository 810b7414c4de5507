import GardenSetup
import Testing

@Suite struct PlantChoiceTests {
  @Test(arguments: [
    ("", [0, 1, 2]), ("-", []), ("1 3", [0, 2]), ("2,1", [1, 0]), ("3 = Thai basil, 1", [2, 0]),
  ])
  func `an answer names what is taken`(text: String, positions: [Int]) {
    #expect(PlantChoice(text, of: 3)?.picked.map(\.position) == positions)
  }

  @Test(arguments: ["4", "0", "x", "1 1", "1=", "1,,x", "yes"])
  func `what cannot be meant is asked again`(text: String) {
    #expect(PlantChoice(text, of: 3) == nil)
  }

  @Test func `a name may have blanks`() {
    #expect(PlantChoice("3 = Thai basil, 1", of: 3)?.picked.map(\.name) == ["Thai basil", nil])
  }
}
