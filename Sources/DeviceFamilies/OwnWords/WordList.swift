import PayloadJSON

/// Words with which devices speak of themselves, whatever their maker calls the key.
enum WordList {
  /// Is this text, its blanks trimmed, one of the words?
  static func has(_ words: [StaticString], _ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for i in words.indices where TextBytes.equalIgnoringCase(text, in: range, words[i]) { return true }
    return false
  }

  /// Does one of the words stand anywhere in the text?
  static func stands(_ words: [StaticString], in text: Span<UInt8>) -> Bool {
    for i in words.indices {
      let length = words[i].utf8CodeUnitCount
      guard length <= text.count else { continue }
      for at in 0...(text.count - length)
      where TextBytes.equalIgnoringCase(text, in: at..<(at + length), words[i]) { return true }
    }
    return false
  }

  /// What means that nothing is wrong.
  static let fine: [StaticString] = [
    "", "0", "ok", "okay", "no", "none", "normal", "normal_state", "false", "off", "null", "nil", "good",
    "fine",
    "clear", "cleared", "inactive", "idle", "no error", "no_error", "noerror", "no fault", "no_fault",
    "no alarm",
    "no_alarm", "none detected", "success", "nan", "-", "--", "n/a", "na", "unknown", "disabled", "disable",
    "healthy", "valid", "stable", "release", "released", "cancel", "canceled", "cancelled", "standby",
    "aus", "nein", "inaktiv", "deaktiviert", "deactivated", "falsch", "non", "rien", "uit", "nee", "nej",
  ]
  /// How such a text begins.
  private static let fineStarts: [StaticString] = [
    "normal", "no alarm", "no_alarm", "no alert", "no warn", "no_warn", "no leak", "no_leak", "no problem",
    "no issue",
    "no fault", "no err", "not active", "not detected", "all clear", "kein", "aucun", "ningun", "nessun",
    "geen",
    "ingen", "brak",
  ]
  /// What the word of an alarm means.
  static func alarm(_ text: Span<UInt8>) -> AlarmText.Meaning {
    let inner = text.extracting(TextBytes.trimmed(text, text.indices))
    if has(fine, inner, inner.indices) || fineStarts.contains(where: { begins(inner, $0) }) { return .fine }
    return has(bare, inner, inner.indices) ? .alarm : AlarmText.meaning(of: inner)
  }

  private static func begins(_ text: Span<UInt8>, _ word: StaticString) -> Bool {
    text.count >= word.utf8CodeUnitCount
      && TextBytes.equalIgnoringCase(text, in: 0..<word.utf8CodeUnitCount, word)
  }
  /// What a value or a status says where the probe is broken.
  static let broken: [StaticString] = [
    "error", "fault", "fail", "defect", "broken", "disconnect", "not connected", "not_connected",
    "unconnected",
    "unplug", "open circuit", "open_circuit", "open-circuit", "opencircuit", "short circuit", "short_circuit",
    "short-circuit", "shorted", "missing", "no sensor", "no_sensor", "no probe", "no_probe", "nosensor",
    "noprobe",
    "not found", "not_found", "invalid", "timeout", "timed out", "out of range", "out_of_range", "outofrange",
    "over range", "over_range", "overrange", "under range", "under_range", "underrange", "not present",
    "not_present",
    "detached", "damaged", "unreadable", "no response", "no_response", "not responding", "wire break",
    "wire_break",
  ]
  /// The same as the whole of a status.
  static let brokenAlone: [StaticString] = ["err", "nok", "ng", "malfunction"]
  /// The same of how well something was measured: a plant's own status may be bad as well.
  static let brokenReading: [StaticString] =
    brokenAlone + [
      "bad", "uncertain", "schlecht", "ungueltig", "ungültig", "mauvais", "mauvaise", "malo", "mala",
      "cattivo",
      "cattiva", "slecht", "ruim", "dalig", "dålig", "zla",
    ]
  /// The same where the status is a probe's: a door is open too.
  static let brokenProbe: [StaticString] = brokenReading + ["dead", "absent", "open", "short", "lost"]
  /// The same in a value's own place.
  static let brokenValue: [StaticString] = ["err", "open", "short", "absent"]
  static let yes: [StaticString] = ["true", "1", "yes", "on", "ja", "wahr", "oui", "si", "sí", "sim"]
  static let not: [StaticString] = [
    "false", "0", "no", "off", "nein", "falsch", "non", "nee", "nej", "nie", "ne",
  ]
  /// Words that say less than their key.
  static let bare: [StaticString] = yes + ["alarm", "alert", "warning", "error", "fault"]
  static let gone: [StaticString] = [
    "unavailable", "offline", "unreachable", "not available", "not_available", "nicht erreichbar",
    "unerreichbar",
    "nicht verfuegbar", "nicht verfügbar", "getrennt", "hors ligne", "injoignable", "indisponible",
    "deconnecte",
    "déconnecté", "no disponible", "desconectado", "sin conexion", "sin conexión", "fuera de linea",
    "fuera de línea", "non raggiungibile", "non disponibile", "disconnesso", "niet bereikbaar",
    "niet beschikbaar",
    "onbereikbaar", "losgekoppeld",
  ]
  /// The same of a node, and of the way to it.
  static let goneNode: [StaticString] =
    gone + [
      "dead", "lost", "down", "disconnected", "not connected", "not_connected", "not reachable",
      "not_reachable",
      "unreach",
    ]
  static let simulated: [StaticString] = [
    "simulated", "simulation", "simulator", "test", "testing", "demo", "replay", "replayed", "synthetic",
    "fake", "mock",
    "mocked", "playback", "dry-run", "dry_run", "dryrun",
  ]
  static let outside: [StaticString] = [
    "mains", "mains (single phase)", "mains (3 phase)", "dc", "dc source", "dc_source", "ac", "usb",
    "external", "ext",
    "line", "grid", "adapter", "adaptor", "wired", "poe", "plugged", "plugged in", "wall", "power supply",
    "true", "yes",
    "on", "present", "connected", "1",
  ]
  static let inside: [StaticString] = [
    "battery", "batteries", "cell", "internal", "false", "no", "off", "0", "none", "absent",
  ]

  /// The device's word for a broken probe in the value's own place; `nil`: it is none.
  static func says(_ words: [StaticString], alone: [StaticString] = [], _ text: Span<UInt8>) -> Bool {
    guard text.count <= 64 else { return false }
    let inner = TextBytes.trimmed(text, text.indices)
    return stands(words, in: text.extracting(inner)) || has(alone, text, inner)
  }
}
