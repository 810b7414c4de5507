import TestKit
import Testing

/// `loam backup` and `loam restore` with everything real, by `backup.py`.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(15))) struct BackupTests {
  @Test
  func `a garden is backed up in the middle of a watering, and put back elsewhere without opening a valve`()
    async throws
  {
    let python = try await PythonEnvironment.interpreter()
    let folder = try TemporaryFolder()
    let result = try await Program.run(python, [Program.scripts + "/backup.py", Program.loam, folder.path])
    #expect(result.isSuccess, "\(result.output.suffix(4000))")
  }

  @Test func `a forged backup writes nothing, and says why`() async throws {
    let python = try await PythonEnvironment.interpreter()
    let folder = try TemporaryFolder()
    let result = try await Program.run(python, [Program.scripts + "/forged.py", Program.loam, folder.path])
    #expect(result.isSuccess, "\(result.output.suffix(4000))")
  }

  @Test func `a garden moves in the middle of a season, and devices notice nothing but a pause`() async throws
  {
    let python = try await PythonEnvironment.interpreter()
    let folder = try TemporaryFolder()
    let result = try await Program.run(python, [Program.scripts + "/moved.py", Program.loam, folder.path])
    #expect(result.isSuccess, "\(result.output.suffix(4000))")
  }
}
