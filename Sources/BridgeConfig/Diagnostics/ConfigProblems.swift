/// Why a config file is not used: every problem of one run, in the order of the file, warnings included.
package struct ConfigProblems: Error, Sendable, Hashable {
  package var diagnostics: [Diagnostic]
  /// How many more there were than are kept.
  package var countBeyondMax: Int

  package var errorCount: Int { diagnostics.count { $0.severity == .error } }
}

extension ConfigProblems: CustomStringConvertible {
  package var description: String {
    let text = diagnostics.map(\.description).joined(separator: "\n\n")
    return countBeyondMax == 0 ? text : text + "\n\n… and \(countBeyondMax) more"
  }
}
