/// Which machine this is.
package struct HostMachine: Sendable, Hashable {
  package let identifier: String
  /// The same after a reboot.
  package var isLasting = true

  /// The id that was made when the system was installed (machine-id(5)), or else, as in most containers, of the kernel's boot.
  package static func this(root: String = "") -> HostMachine {
    if let id = FileBytes.firstLine(of: root + "/etc/machine-id"), id.utf8.count == 32 {
      return HostMachine(identifier: id)
    }
    return HostMachine(identifier: HostBoot.identifier(root: root), isLasting: false)
  }
}
