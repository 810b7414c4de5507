import PayloadJSON

/// What an alarm's text means that is more than one usual word: `water leak`, `leak cleared`, `no flow, tank empty`.
///
/// An alarm's word counts where it is a whole word, and where nothing in its clause takes it back. A word that takes back all of a
/// clause (`cleared`, `off`) need not stand beside it; one that denies (`no`, `0`) stands before it, or at the clause's end.
enum AlarmText {
  /// `unknown`: ``UsualWords`` decides.
  enum Meaning { case fine, alarm, unknown }

  private enum Sense { case alarming, ending, denying, holding }

  /// The clauses' meaning: one alarm is enough, and all must be fine.
  static func meaning(of text: Span<UInt8>) -> Meaning {
    var isFine: Bool?
    var clause = Clause()
    var start: Int?
    for i in 0...text.count {
      if let from = start, i == text.count || isBorder(text, i) {
        clause.take(PackedWord.of(text, from..<i).flatMap { words[$0] })
        start = nil
      }
      if i == text.count || isClauseEnd(text[i]) {
        if clause.meaning == .alarm { return .alarm }
        if clause.count > 0 { isFine = (isFine ?? true) && clause.meaning == .fine }
        clause = Clause()
      } else if start == nil, isWordByte(text[i]) {
        start = i
      }
    }
    return isFine == true ? .fine : .unknown
  }

  private struct Clause {
    private(set) var count = 0
    private var last: Sense?
    private var (alarms, denied) = (0, 0)
    private var isEnded = false

    mutating func take(_ sense: Sense?) {
      count += 1
      switch sense {
      case .alarming:
        alarms += 1
        if last == .denying { denied += 1 }
      case .ending: if last != .denying { isEnded = true }
      // `everything under control`
      case .holding: if last == .alarming { denied += 1 }
      case .denying, nil: break
      }
      last = sense
    }

    var meaning: Meaning {
      guard alarms > 0 else { return .unknown }
      guard isEnded || last == .denying || denied == alarms else { return .alarm }
      return count == 2 ? .fine : .unknown
    }
  }

  private static func isClauseEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "|") || byte == 0x0A
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func isUpper(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || isDigit(byte) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A)
  }

  /// A word ends before `at`: `battery low`, `batteryLow`, `err5`.
  private static func isBorder(_ text: Span<UInt8>, _ at: Int) -> Bool {
    let (byte, before) = (text[at], text[at - 1])
    return !isWordByte(byte) || isDigit(byte) != isDigit(before) || (isUpper(byte) && !isUpper(before))
  }

  private static let words = PackedTable(listed)

  private static let listed: [(Sense, String)] = [
    (
      .alarming,
      """
      alarm alarms alarmed alarming alarme alarmes alarma alarmas alarmen allarme alert alerts \
      alerta alerte warn warning warnings warnung low lower lowbat lowbatt lowbattery high higher dry drying \
      dryness wet short shortage shorted shortcircuit leak leaks leaking leakage leakdetected waterleak crit critical \
      criticallow over overflow overflowing overheat overheated overheating overload overloaded overcurrent \
      overtemp overtemperature overvoltage overrange overpressure overrun overwatered overdue under underflow \
      undervoltage undertemp undertemperature undercurrent underrange underrun lack lacking empty fault faults \
      faulty err errs error errors erreur errore errori fehler fail fails failed failing failure failures frost \
      freeze freezes freezing frozen burst bursting drought exceed exceeds exceeded exceeding trigger triggers \
      triggered danger dangerous emergency detected active activated abnormal abnormality problem problems lost \
      trocken niedrig
      """
    ),
    (
      .ending,
      """
      off ok okay clear cleared clears clearing good fine normal normalized solved resolved fixed end ended ends \
      restored recovered inactive deactivated disabled released cancelled canceled aus beendet behoben ende vorbei \
      geloest gelöst aufgehoben uit opgelost résolu resolu terminé termine resuelto risolto
      """
    ),
    (
      .denying,
      "no not none never without false 0 longer nein nicht kein keine keinen non sans senza sin nee geen"
    ),
    (.holding, "control"),
  ]
}
