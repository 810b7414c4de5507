import PayloadJSON

/// What a key speaks of, by its words; whose it is stands in the words that are left over.
struct KeyMeaning {
  enum Kind: Sendable, Hashable {
    /// True, a number other than 0, a word: something is wrong.
    case fault
    /// A word says whether something is wrong.
    case status
    /// False: something is wrong.
    case soundness
    /// False: the probe is not there.
    case presence
    /// False, or a word as *offline*: the device cannot be reached.
    case reach
    /// True: the same, or what it says is old.
    case absence
    /// A word as *offline*: the same. It may say anything else.
    case state
    /// Beside it an ioBroker says in `q`, a CCU in `s`, whether what it holds was measured.
    case acknowledgement
    /// An object that says of the device what its neighbours measure.
    case about
    case alarm
    /// True: a test, a simulation, a replay.
    case test
    /// False: the same.
    case live
    /// A word says whether it is a test.
    case origin
    case supply
    case batteryLow
    /// What is no matter of ours: counters, settings, times.
    case other
  }

  private(set) var kind = Kind.other
  private(set) var tokens: KeyTokens
  /// Words that are neither the kind's nor say nothing: they name what is meant. As bits.
  private(set) var names: UInt8 = 0
  /// A sensor or a probe is named.
  private(set) var namesProbe = false
  /// It speaks of how well something was measured, not of the state of something.
  private(set) var isOfReading = false

  /// `nil`: a key of no meaning.
  init?(_ key: Span<UInt8>) {
    guard let tokens = KeyTokens(key), tokens.count > 0 else { return nil }
    self.tokens = tokens
    var kinds: Words = []
    for i in 0..<tokens.count {
      let word = PackedWord.of(key, tokens[i]).flatMap { Self.words[$0] }
      switch word {
      case .counted: return nil
      case .probe: namesProbe = true
      case .empty: break
      case let word?: kinds.insert(word)
      case nil: names |= 1 << UInt8(i)
      }
    }
    guard let kind = Self.kind(kinds, hasNames: names != 0, namesProbe: namesProbe) else { return nil }
    self.kind = kind
    isOfReading = namesProbe || (names == 0 && kinds.contains(.quality))
    if kind == .batteryLow || kind == .fault { return }
    if names != 0, kind == .test || kind == .live || kind == .origin || kind == .supply { return nil }
  }

  private static func kind(_ kinds: Words, hasNames: Bool, namesProbe: Bool) -> Kind? {
    if kinds.contains(.fault) { return kinds.isDisjoint(with: [.power, .supply]) ? .fault : nil }
    if kinds.contains(.supply) { return .supply }
    if kinds.contains(.low), kinds.contains(.power), !hasNames { return .batteryLow }
    if kinds.contains(.power) { return kinds.contains(.origin) ? .supply : nil }
    if kinds.contains(.alarm) { return .alarm }
    if kinds.contains(.test) { return .test }
    if kinds.contains(.live) { return .live }
    if kinds.contains(.absent) { return .absence }
    if kinds.contains(.there), namesProbe { return .presence }
    if kinds.contains(.reach), !kinds.contains(.status) { return kinds.contains(.quality) ? nil : .reach }
    if kinds.contains(.sound) { return .soundness }
    if !kinds.isDisjoint(with: [.status, .quality]) { return .status }
    if kinds.contains(.code) { return hasNames || namesProbe ? nil : .acknowledgement }
    if kinds.contains(.state) { return hasNames ? nil : .state }
    if kinds.contains(.origin) { return .origin }
    return !hasNames && (namesProbe || kinds.contains(.about)) ? .about : nil
  }

  private struct Words: OptionSet, Sendable {
    var rawValue: UInt32
    static let fault = Words(rawValue: 1)
    static let alarm = Words(rawValue: 2)
    static let status = Words(rawValue: 4)
    static let sound = Words(rawValue: 8)
    static let there = Words(rawValue: 16)
    static let test = Words(rawValue: 32)
    static let supply = Words(rawValue: 64)
    static let power = Words(rawValue: 128)
    static let live = Words(rawValue: 256)
    static let origin = Words(rawValue: 512)
    static let low = Words(rawValue: 1024)
    /// What is counted, set or limited is no matter of ours.
    static let counted = Words(rawValue: 2048)
    static let probe = Words(rawValue: 4096)
    /// Says nothing of what is meant.
    static let empty = Words(rawValue: 8192)
    static let quality = Words(rawValue: 16384)
    static let reach = Words(rawValue: 32768)
    static let absent = Words(rawValue: 65536)
    static let code = Words(rawValue: 131_072)
    static let about = Words(rawValue: 262_144)
    static let state = Words(rawValue: 524_288)
  }

  /// By the word, packed: what it speaks of.
  private static let words = PackedTable(listed)

  /// Without one of these a key speaks of nothing.
  static let spoken = KeyWords(
    texts { $0.isDisjoint(with: [.counted, .power, .probe, .low, .empty, .about]) }
      + ["code", "codes", "flag", "message", "text", "powered", "supply"]
      + ["_power", "lPower", "_low", "yLow", "gged_in"] + texts { $0 == [.low, .power] },
    ofObjects: texts { $0 == .probe || $0 == .about })

  /// Without one of these an object says nothing of whether its device is there.
  static let ofPresence = KeyWords(texts { !$0.isDisjoint(with: [.reach, .absent]) })

  private static func texts(_ isOne: (Words) -> Bool) -> [String] {
    listed.filter { isOne($0.0) }.flatMap { $0.1.split(separator: " ").map(String.init) }
  }

  private static let listed: [(Words, String)] = [
    (
      .counted,
      """
      count counter counts cnt total max min limit threshold rate ratio time timeout last previous \
      interval delay level hysteresis setting enable enabled correction budget sticky
      """
    ),
    (
      .fault,
      """
      error errors err errs fault faults faulty failure failures failed exception exceptions \
      malfunction broken defect defective disconnected unplugged missing abnormal invalid \
      fehler stoerung störung defekt erreur erreurs panne errore errori guasto fallo averia avería storing fout \
      fejl awaria błąd blad chyba
      """
    ),
    (
      .alarm,
      """
      alarm alarms alert alerts warning warnings shortage drought dry alarme alarma alarmas allarme alerte alerta \
      warnung warnungen
      """
    ),
    (.status, "status health condition statut estado etat état stato zustand toestand"),
    (
      .quality,
      """
      quality validity diagnosis qualität qualitaet qualite qualité calidad qualita qualità qualidade kwaliteit \
      kvalitet jakosc jakość kvalita
      """
    ),
    (.sound, "valid ok healthy sane plausible gueltig gültig valide"),
    (.there, "present detected attached plugged inserted found"),
    (
      [.there, .reach],
      "connected verbunden connecte connecté conectado connesso verbonden ansluten tilsluttet"
    ),
    (
      .reach,
      """
      alive reachable reachability online avail available availability linked link connectivity connection conn responding \
      erreichbar verfuegbar verfügbar joignable disponible raggiungibile disponibile bereikbaar beschikbaar
      """
    ),
    (.absent, "unreach unreachable offline stale expired outdated dead"),
    (.about, "config node meta metadata info header network"), (.code, "ack ts"), (.state, "state"),
    (
      .test,
      """
      test testing simulated simulation simulator sim demo replay replayed synthetic fake mock \
      playback historical backfill backfilled
      """
    ),
    (.supply, "external ext usb mains dc ac adapter adaptor poe"),
    (.power, "power powered battery batt bat supply"),
    (.probe, "sensor sensors probe probes sonde device electrode"),
    (.live, "live real"),
    (.origin, "mode modus source origin"),
    (.low, "low"), ([.low, .power], "lowbat lowbatt lowbattery batlow battlow batterylow"),
    (
      .empty,
      """
      is has on in code codes flag flags text message messages msg reason data value values \
      reading readings measurement read detail comm communication type event own rf \
      radio zigbee zwave lora lorawan ble
      """
    ),
  ]
}
