import Foundation
import HostSystem
import TestKit
import Testing

struct FolderLockTests {
  private func isTaken(_ outcome: FolderLock.Outcome) -> Bool {
    if case .taken = outcome { true } else { false }
  }

  @Test func `who comes second is told who was first, until that one is gone`() throws {
    let folder = try TemporaryFolder()
    do {
      let first = try FolderLock.take(folder.path, saying: "process 7 on pi")
      #expect(isTaken(first))
      guard case .held(let holder) = try FolderLock.take(folder.path, saying: "process 8") else {
        Issue.record("taken twice")
        return
      }
      #expect(holder == "process 7 on pi")
      withExtendedLifetime(first) {}
    }
    #expect(try comesFree(folder, saying: "process 8"))
  }

  /// What another test starts meanwhile has a copy of the lock between its fork and its exec.
  private func comesFree(_ folder: TemporaryFolder, saying words: String) throws -> Bool {
    let end = HostClock.uptimeMilliseconds() + 60_000
    while HostClock.uptimeMilliseconds() < end {
      if isTaken(try FolderLock.take(folder.path, saying: words)) { return true }
      usleep(1000)
    }
    return false
  }

  @Test func `a process that is killed leaves no lock behind`() async throws {
    let folder = try TemporaryFolder()
    try Handover("lock").give(folder.path)
    await #expect(processExitsWith: .signal(SIGKILL)) {
      let path = try Handover("lock").take()
      guard case .taken(let lock) = try FolderLock.take(path, saying: "killed") else { return }
      kill(getpid(), SIGKILL)
      withExtendedLifetime(lock) {}
    }
    #expect(try String(contentsOfFile: folder.file("in-use-by"), encoding: .utf8) == "killed\n")
    #expect(try comesFree(folder, saying: "next"))
  }

  @Test func `a folder that is not there is an error with the system's words`() {
    #expect(throws: HostError.self) { try FolderLock.take("/nowhere/at/all", saying: "x") }
  }
}
