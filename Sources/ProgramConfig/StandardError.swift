internal import HostSystem

/// Where a command says what is wrong: its output may be read by another program.
package enum StandardError {
  package static func write(_ text: String) {
    HostTerminal.write(text.hasSuffix("\n") ? text : text + "\n", to: 2)
  }
}
