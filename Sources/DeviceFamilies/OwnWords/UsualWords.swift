import GardenCore
import MQTTTypes
import PayloadJSON

/// A sensor whose alarms are judged against the words that it usually says.
///
/// A word of an alarm that nobody knows (`Normalbetrieb`) is no alarm by itself. Once a key has said a fine word, or any word twice,
/// that word is its usual one, and an unknown one that differs is an alarm, until the usual one is back or the other has been said
/// more often. Then both are usual: a key that goes to and fro each day (`armed`, `disarmed`) is no alarm each day.
struct UsualWords: DeviceDecoder {
  private var inner: any DeviceDecoder
  private var keys: [Usual] = []
  static let keysMax = 8

  private struct Usual {
    var key: UInt32
    var word: UInt32
    /// What was usual before.
    var former: UInt32?
    var times: UInt16
    /// How often the other word was said since it came.
    var otherTimes: UInt16 = 0
  }

  init(_ inner: any DeviceDecoder) { self.inner = inner }

  var sources: [DeviceSource] { inner.sources }
  var question: MQTTPublication? { inner.question }

  mutating func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    let first = items.count
    inner.decode(payload, source: source, context: context, into: &items)
    var alarm: DeviceWord?
    var isOver = false
    for i in items.indices.reversed() where i >= first {
      guard case .said(let word) = items[i] else { continue }
      switch judge(word) {
      case .alarm: alarm = word.text
      case .fine: isOver = true
      case .unknown: continue
      }
      items.remove(at: i)
    }
    guard alarm != nil || isOver else { return }
    // One alarm of several is enough, and the device's plain word wins.
    let told = items[first...].firstIndex { if case .alarm = $0 { true } else { false } }
    if let told {
      if case .alarm(nil) = items[told], let alarm { items[told] = .alarm(alarm) }
    } else {
      items.append(.alarm(alarm))
    }
  }

  private mutating func judge(_ word: OwnWord) -> AlarmText.Meaning {
    guard let at = keys.firstIndex(where: { $0.key == word.key }) else {
      if keys.count < Self.keysMax {
        keys.append(Usual(key: word.key, word: word.word, times: word.isFine ? 2 : 1))
      }
      return word.meaning
    }
    let isKnown = keys[at].times >= 2
    if word.isFine || keys[at].word == word.word {
      keys[at].times = keys[at].word == word.word ? min(keys[at].times, 999) + 1 : 2
      keys[at].word = word.word
      keys[at].otherTimes = 0
      return keys[at].times >= 2 ? .fine : .unknown
    }
    if keys[at].former == word.word { return .fine }
    keys[at].otherTimes += 1
    if isKnown, keys[at].otherTimes <= keys[at].times { return .alarm }
    let former = isKnown ? keys[at].word : nil
    keys[at] = Usual(key: word.key, word: word.word, former: former, times: isKnown ? 2 : 1)
    return isKnown ? .fine : .unknown
  }
}
