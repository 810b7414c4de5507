/// A password comes from a file or from the environment, never from the config file, and no message shows it.
enum PasswordKeys {
  static func read(_ keys: Section, _ surroundings: ConfigSurroundings) -> Placed<Secret>? {
    hideValues(keys)
    let file = keys.optional(
      "password_file", .secretFile(surroundings), example: "${CREDENTIALS_DIRECTORY}/mqtt-password",
      help: "File whose first line is the password.")
    let variable = keys.optional(
      "password_env", .environmentName, example: "LOAM_MQTT_PASSWORD",
      help: "Environment variable that holds the password.")
    if let file, let variable {
      keys.problems.error(
        at: max(file.position, variable.position), "\(keys.place) has both password_file and password_env",
        help: "keep one of the two")
    }
    if let file { return read(file, keys.problems, surroundings) }
    guard let variable else { return nil }
    guard let text = surroundings.environment[variable.value], !text.isEmpty else {
      keys.problems.error(
        at: variable.position, "\(variable.path): the environment variable \(variable.value) is not set",
        help: "set it in the service's environment, or use password_file")
      return nil
    }
    return placed(text, like: variable)
  }

  private static func read(
    _ file: Placed<String>, _ problems: Problems, _ surroundings: ConfigSurroundings
  ) -> Placed<Secret>? {
    switch surroundings.readSecret(file.value) {
    case .failure(let unreadable):
      problems.error(at: file.position, "\(file.path) cannot be read: \(unreadable.reason)")
      return nil
    case .success(let text):
      let line = text.prefix { !$0.isNewline }
      guard !line.isEmpty else {
        problems.error(at: file.position, "\(file.path): the file's first line is empty")
        return nil
      }
      return placed(String(line), like: file)
    }
  }

  private static func placed(_ text: String, like place: Placed<String>) -> Placed<Secret> {
    Placed(value: Secret(text), position: place.position, isWritten: true, path: place.path)
  }

  /// A password may stand in the file by mistake: under `password`, or where its file or variable belongs.
  private static func hideValues(_ keys: Section) {
    for name in ["password_env", "password_file"] {
      guard let entry = keys.entry(name), case .scalar(let text, _) = entry.value.content else { continue }
      let isName = name == "password_env" ? EnvironmentText.isName(text) : text.contains("/")
      if !isName { keys.problems.hide(from: entry.value.position) }
    }
    if let host = keys.entry("host"), case .scalar(let text, _) = host.value.content, text.contains("@") {
      keys.problems.hide(from: host.value.position)
    }
    for name in ["password", "passwd", "pass", "secret", "token"] {
      guard let entry = keys.entry(name) else { continue }
      keys.problems.hide(from: entry.value.position)
      keys.problems.error(
        at: entry.keyPosition, "\(keys.path(of: name)): a password does not belong in this file",
        help: "put it into a file of its own and name that with password_file, or use password_env")
    }
  }
}
