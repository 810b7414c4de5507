/// The config file: text → settings, or everything that is wrong with it.
package enum ConfigFile {
  /// Bytes; a larger file is refused.
  package static let sizeMax = TextGuard.sizeMax

  /// - Parameters:
  ///   - fileName: as it is named in diagnostics.
  ///   - readSecret: the contents of a file with a password; only its first line is used.
  ///   - timeZoneExists: whether the host knows an IANA time zone.
  ///   - reader: whose secrets are read; those of others are empty.
  package static func read(
    text: String, fileName: String, environment: [String: String],
    readSecret: @escaping (String) -> Result<String, SecretUnreadable>,
    timeZoneExists: @escaping (String) -> Bool = { _ in true }, reader: SecretOwner = .everyone
  ) -> Result<BridgeSettings, ConfigProblems> {
    let source = SourceText(file: fileName, text: text)
    let problems = Problems(source: source)
    let surroundings = ConfigSurroundings(
      environment: environment, readSecret: readSecret, timeZoneExists: timeZoneExists)
    let settings = read(text, source, problems, surroundings, reader)
    let diagnostics = problems.sorted()
    guard var settings, problems.errorCount == 0 else {
      return .failure(ConfigProblems(diagnostics: diagnostics, countBeyondMax: problems.countBeyondMax))
    }
    settings.warnings = diagnostics
    return .success(settings)
  }

  /// The same for bytes as they came from disk.
  package static func read(
    bytes: [UInt8], fileName: String, environment: [String: String],
    readSecret: @escaping (String) -> Result<String, SecretUnreadable>,
    timeZoneExists: @escaping (String) -> Bool = { _ in true }, reader: SecretOwner = .everyone
  ) -> Result<BridgeSettings, ConfigProblems> {
    if let text = String(validating: bytes, as: UTF8.self) {
      return read(
        text: text, fileName: fileName, environment: environment, readSecret: readSecret,
        timeZoneExists: timeZoneExists, reader: reader)
    }
    let source = SourceText(file: fileName, text: String(decoding: bytes, as: UTF8.self))
    let problems = Problems(source: source)
    let line = (1...source.lineCount).first { source.line($0).contains("\u{FFFD}") } ?? 1
    let column = source.line(line).firstIndex(of: "\u{FFFD}") ?? 0
    problems.error(
      at: TextPosition(line: line, column: column + 1), "not UTF-8 text", help: "save the file as UTF-8")
    return .failure(ConfigProblems(diagnostics: problems.sorted(), countBeyondMax: 0))
  }

  private static func read(
    _ text: String, _ source: SourceText, _ problems: Problems, _ surroundings: ConfigSurroundings,
    _ reader: SecretOwner
  ) -> BridgeSettings? {
    let start = TextPosition(line: 1, column: 1)
    let root = ConfigParser.parse(text, source, problems)
    if problems.errorCount > 0, root == nil { return nil }
    guard let root, !root.isEmpty else {
      problems.error(
        at: start, "the file is empty", help: "begin with a plant and its sensor, as in config/example.yaml")
      return nil
    }
    guard case .mapping(let entries) = root.content else {
      problems.error(
        at: root.position, "the file is a mapping of sections, here is \(root.noun)",
        help: "begin with 'sensors:' and 'plants:'")
      return nil
    }
    let keys = Section(path: "", position: start, entries: entries, problems: problems)
    for entry in entries where entry.key.hasPrefix("x-") { _ = keys.entry(entry.key) }
    keys.readMisspelt(as: ConfigLanguage.names)
    let language = ConfigLanguage(keys, surroundings, reader: reader)
    keys.finish()
    CrossChecks(language, problems).run()
    return SettingsBuilder(language, problems).settings()
  }
}
