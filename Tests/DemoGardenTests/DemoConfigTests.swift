import DemoGarden
import FoundationEssentials
import Testing

@Suite struct DemoConfigTests {
  @Test func `the config inside the program is the file that people read`() throws {
    var root = URL(filePath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let file = try String(contentsOf: root.appending(path: "config/demo.yaml"), encoding: .utf8)
    #expect(DemoGarden.config == file)
  }
}
