package import ArgumentParser
package import HostSystem

/// Where a command says what is wrong: its output may be read by another program.
package enum StandardError {
  package static func write(_ text: String) {
    HostTerminal.write(text.hasSuffix("\n") ? text : text + "\n", to: 2)
  }
}

/// The end of a command that has said why.
package enum CommandEnd {
  package static func saying(_ text: String, _ status: ExitStatus = .failure) -> ExitCode {
    StandardError.write(text)
    return ExitCode(status)
  }
}

extension ExitCode {
  package init(_ status: ExitStatus) { self.init(status.rawValue) }
}
