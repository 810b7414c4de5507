@testable import HostSystem
import TestKit
import Testing

@Suite("Which machine this is") struct MachineTests {
  @Test func `the id of the system is the machine's, and without one the kernel's boot`() throws {
    let folder = try TemporaryFolder()
    let boot = HostMachine.this(root: folder.path)
    #expect(!boot.isLasting && boot.identifier == HostBoot.identifier(root: folder.path))
    try folder.write("0123456789abcdef0123456789abcdef\n", to: "etc/machine-id")
    #expect(
      HostMachine.this(root: folder.path) == HostMachine(identifier: "0123456789abcdef0123456789abcdef"))
    try folder.write("uninitialized\n", to: "etc/machine-id")
    #expect(!HostMachine.this(root: folder.path).isLasting)
  }
}
