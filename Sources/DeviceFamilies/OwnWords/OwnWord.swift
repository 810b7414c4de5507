package import GardenCore
import PayloadJSON

/// The word of one of a device's alarms, which is fine or means nothing to anybody.
package struct OwnWord: Sendable, Hashable {
  /// With its key, for people.
  package let text: DeviceWord
  /// It means that nothing is wrong.
  package var isFine: Bool { meaning == .fine }
  let meaning: AlarmText.Meaning
  let key: UInt32
  let word: UInt32

  init(_ meaning: KeyMeaning, _ key: Span<UInt8>, _ word: Span<UInt8>) {
    let word = word.extracting(TextBytes.trimmed(word, word.indices))
    self.meaning = WordList.alarm(word)
    self.key = Self.hash(key)
    self.word = Self.hash(word)
    var text = DeviceWord()
    let isBare = WordList.has(WordList.bare, word, word.indices)
    if isBare || key.count + 2 + word.count <= DeviceWord.bytesMax {
      text.append(key)
    } else {
      // Of a long key what it speaks of.
      for i in 0..<meaning.tokens.count where meaning.names & (1 << UInt8(i)) != 0 {
        if !text.isEmpty { text.append(" ".utf8Span.span) }
        text.append(key.extracting(meaning.tokens[i]))
      }
    }
    if !isBare {
      if !text.isEmpty { text.append(": ".utf8Span.span) }
      text.append(word)
    }
    self.text = text
  }

  /// FNV-1a.
  private static func hash(_ text: Span<UInt8>) -> UInt32 {
    var hash: UInt32 = 0x811C_9DC5
    for i in text.indices { hash = (hash ^ UInt32(text[i])) &* 0x0100_0193 }
    return hash
  }
}

extension DeviceWord {
  init(_ text: Span<UInt8>) {
    self.init()
    append(text)
  }
}
