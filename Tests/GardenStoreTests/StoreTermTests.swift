import Foundation
import GardenCore
import StoreTypes
import TestKit
import Testing

@testable import GardenStore
@testable import HostSystem

@Suite("A store's term") struct StoreTermTests {
  private static let pi = HostMachine(identifier: "0123456789abcdef0123456789abcdef")
  private static let other = HostMachine(identifier: "fedcba9876543210fedcba9876543210")

  private func begin(_ folder: String, on machine: HostMachine) throws -> (StoreTerm, RestoredMemory?) {
    let store = try GardenStore(folder: folder)
    let term = try store.beginTerm(on: machine)
    return (term, try store.loadMemory().restored)
  }

  @Test func `it stays the same from start to start on one machine`() throws {
    let folder = try TemporaryFolder()
    for _ in 0..<3 {
      let (term, restored) = try begin(folder.path, on: Self.pi)
      #expect(term == StoreTerm(number: 1) && restored == nil)
    }
  }

  @Test func `a copy begins the next one, once, and is a store that was put back`() throws {
    let folder = try TemporaryFolder()
    let first = folder.path + "/first"
    _ = try begin(first, on: Self.pi)
    do {
      let store = try GardenStore(folder: first)
      try store.commit(StoreBatch(changes: Samples.answers.map { .answered($0) }))
    }
    let copy = folder.path + "/copy"
    try FileManager.default.copyItem(atPath: first, toPath: copy)
    let (term, restored) = try begin(copy, on: Self.pi)
    #expect(term == StoreTerm(number: 2, isCopy: true, lastEntry: Samples.answers.map(\.at).max()))
    #expect(restored == RestoredMemory())
    let (again, _) = try begin(copy, on: Self.pi)
    #expect(again == StoreTerm(number: 2))
    let (left, none) = try begin(first, on: Self.pi)
    #expect(left == StoreTerm(number: 1) && none == nil)
  }

  @Test func `the same file on another machine begins the next one as well`() throws {
    let folder = try TemporaryFolder()
    _ = try begin(folder.path, on: Self.pi)
    let (term, restored) = try begin(folder.path, on: Self.other)
    #expect(term == StoreTerm(number: 2, isCopy: true) && restored == RestoredMemory())
    let (back, _) = try begin(folder.path, on: Self.pi)
    #expect(back.number == 3)
  }

  @Test func `where a machine is known by its boot alone, a reboot interrupts nothing`() throws {
    let folder = try TemporaryFolder()
    for (boot, number) in [("boot-1", 1), ("boot-1", 1), ("boot-2", 2)] {
      let (term, restored) = try begin(folder.path, on: HostMachine(identifier: boot, isLasting: false))
      #expect(term == StoreTerm(number: number) && restored == nil)
    }
  }

  @Test func `in memory none begins`() throws {
    let store = try GardenStore.inMemory()
    let term = try store.beginTerm(on: Self.pi)
    #expect(term == StoreTerm(number: 1))
  }
}
