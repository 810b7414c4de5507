import Foundation
import HostSystem
import Testing

struct FolderLockTests {
  private static func folder(of process: Int32) -> String {
    FileManager.default.temporaryDirectory.appending(path: "loam-lock-\(process)").path
  }

  private func make() throws -> String {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "loam-lock-\(UUID().uuidString.lowercased())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }

  private func isTaken(_ outcome: FolderLock.Outcome) -> Bool {
    if case .taken = outcome { true } else { false }
  }

  @Test func `who comes second is told who was first, until that one is gone`() throws {
    let folder = try make()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    do {
      let first = try FolderLock.take(folder, saying: "process 7 on pi")
      #expect(isTaken(first))
      guard case .held(let holder) = try FolderLock.take(folder, saying: "process 8") else {
        Issue.record("taken twice")
        return
      }
      #expect(holder == "process 7 on pi")
      withExtendedLifetime(first) {}
    }
    #expect(isTaken(try FolderLock.take(folder, saying: "process 8")))
  }

  @Test func `a process that is killed leaves no lock behind`() async throws {
    let folder = Self.folder(of: getpid())
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    await #expect(processExitsWith: .signal(SIGKILL)) {
      guard
        case .taken(let lock) = try FolderLock.take(FolderLockTests.folder(of: getppid()), saying: "killed")
      else { return }
      kill(getpid(), SIGKILL)
      withExtendedLifetime(lock) {}
    }
    #expect(try String(contentsOfFile: folder + "/in-use-by", encoding: .utf8) == "killed\n")
    #expect(isTaken(try FolderLock.take(folder, saying: "next")))
  }

  @Test func `a folder that is not there is an error with the system's words`() {
    #expect(throws: HostError.self) { try FolderLock.take("/nowhere/at/all", saying: "x") }
  }
}
