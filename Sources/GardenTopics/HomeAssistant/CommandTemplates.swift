/// What every command needs that Home Assistant makes by a template of ours.
package enum CommandTemplates {
  /// A random UUID (RFC 9562, version 4).
  package static let newID: String = {
    let sixteen = "range(65536) | random"
    let parts = [
      sixteen, sixteen, sixteen, "range(4096) | random", "32768 + range(16384) | random", sixteen, sixteen,
      sixteen,
    ]
    return
      "{{ '%04x%04x-%04x-4%03x-%04x-%04x%04x%04x' | format(\(parts.joined(separator: ", "))) }}"
  }()

  package static let now = "{{ now().timestamp() | int }}"

  /// The moment after which a command must not act: who gave it is told by then that nobody answered.
  package static let expiry = "{{ now().timestamp() | int + 30 }}"
}
