/// Templates in Home Assistant's language (Jinja), by which it reads our documents and writes our commands.
///
/// A retained document that was removed comes as an empty payload, and then there is no `value_json`: each template has an
/// answer for that, because Home Assistant writes a warning for every name that is not defined.
/// Templates run in a sandbox, where a range has at most 100 000 members.
enum EntityTemplates {
  /// The expression over `value_json`; nothing, which changes nothing, where there is no document.
  static func value(_ expression: String) -> String {
    "{{ (\(expression)) if value_json is defined else '' }}"
  }

  /// A binary sensor's two words.
  static func onOff(_ condition: String) -> String {
    "{{ ('ON' if \(condition) else 'OFF') if value_json is defined else '' }}"
  }

  static func available(_ condition: String) -> String {
    "{{ 'online' if value_json is defined and (\(condition)) else 'offline' }}"
  }

  /// Seconds since 1970 as a time with its zone; `None`, by which Home Assistant knows a state that is unknown, where there is none.
  static func time(_ seconds: String) -> String {
    "{{ as_datetime(\(seconds)).isoformat() if value_json is defined and (\(seconds)) else 'None' }}"
  }

  /// An object of attributes: names and expressions, those that are `none` left out.
  static func attributes(_ pairs: [(name: String, expression: String)]) -> String {
    let items = pairs.map { "('\($0.name)', \($0.expression))" }.joined(separator: ", ")
    return
      "{% if value_json is defined %}{{ dict([\(items)] | rejectattr(1, 'none')) | to_json }}{% else %}{}{% endif %}"
  }

  /// One of a plant's evaluations, as `j`, for what follows.
  static func evaluation(_ quantity: String, _ rest: String) -> String {
    "{% if value_json is defined %}{% set j = value_json.evaluations | selectattr('quantity', 'eq', '\(quantity)')"
      + " | list | first | default({}) %}\(rest){% endif %}"
  }

  /// A random UUID (RFC 9562, version 4).
  static var newID: String { CommandTemplates.newID }
  static var now: String { CommandTemplates.now }

  /// A command document: what every command has, and these keys with their values as JSON or template.
  static func command(_ fields: [(key: String, json: String)]) -> String {
    let own = fields.map { "\"\($0.key)\":\($0.json)" }.joined(separator: ",")
    return "{\"id\":\"\(newID)\",\"at\":\(now),\(own),\"v\":1}"
  }

  static func quoted(_ word: String) -> String { "\"\(word)\"" }
}
