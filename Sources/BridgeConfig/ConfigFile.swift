/// The config file: text → settings, or everything that is wrong with it.
package enum ConfigFile {
  /// Bytes; a larger file is refused.
  package static let sizeMax = TextGuard.sizeMax

  /// - Parameters:
  ///   - fileName: as it is named in diagnostics.
  ///   - readSecret: the contents of a file with a password; only its first line is used.
  ///   - timeZoneExists: whether the host knows an IANA time zone.
  ///   - readFile: a file that the config includes, by its path from the config's folder.
  ///   - reader: whose secrets are read; those of others are empty.
  package static func read(
    bytes: [UInt8], fileName: String, environment: [String: String],
    readSecret: @escaping (String) -> Result<String, FileUnreadable>,
    readFile: (String) -> Result<[UInt8], FileUnreadable> = { _ in .failure(FileUnreadable("no such file")) },
    timeZoneExists: @escaping (String) -> Bool = { _ in true }, reader: SecretOwner = .everyone
  ) -> Result<BridgeSettings, ConfigProblems> {
    withoutActuallyEscaping(readFile) { readFile in
      let problems = Problems()
      let surroundings = ConfigSurroundings(
        environment: environment, readSecret: readSecret, timeZoneExists: timeZoneExists)
      let parts = ConfigParts(file: fileName, problems: problems, readFile: readFile)
      let settings = parts.sections(of: bytes).map { read($0, parts, surroundings, reader) }
      let diagnostics = problems.sorted()
      guard var settings, problems.errorCount == 0 else {
        return .failure(ConfigProblems(diagnostics: diagnostics, countBeyondMax: problems.countBeyondMax))
      }
      settings.warnings = diagnostics
      return .success(settings)
    }
  }

  /// The same for a text.
  package static func read(
    text: String, fileName: String, environment: [String: String],
    readSecret: @escaping (String) -> Result<String, FileUnreadable>,
    readFile: (String) -> Result<[UInt8], FileUnreadable> = { _ in .failure(FileUnreadable("no such file")) },
    timeZoneExists: @escaping (String) -> Bool = { _ in true }, reader: SecretOwner = .everyone
  ) -> Result<BridgeSettings, ConfigProblems> {
    read(
      bytes: Array(text.utf8), fileName: fileName, environment: environment, readSecret: readSecret,
      readFile: readFile, timeZoneExists: timeZoneExists, reader: reader)
  }

  private static func read(
    _ own: [ConfigNode.Entry], _ parts: ConfigParts, _ surroundings: ConfigSurroundings, _ reader: SecretOwner
  ) -> BridgeSettings {
    let problems = parts.problems
    let entries = parts.whole(own)
    let keys = Section(
      path: "", position: TextPosition(line: 1, column: 1), entries: entries, problems: problems)
    for entry in entries where entry.key.hasPrefix("x-") { _ = keys.entry(entry.key) }
    keys.readMisspelt(as: ConfigLanguage.names)
    let language = ConfigLanguage(keys, surroundings, reader: reader)
    keys.finish()
    CrossChecks(language: language, problems: problems).run()
    return SettingsBuilder(language: language, problems: problems).settings()
  }
}
