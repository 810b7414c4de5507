/// The shape of a part of a document, as its declaration describes it.
package struct PartShape: Sendable {
  /// Of the Swift type, with those around it: `PlantDetail.Sensor`.
  package var name: String
  /// In the order of declaration.
  package var fields: [FieldShape] = []
  package var rules: [PartRule] = []
}

/// One field.
package struct FieldShape: Sendable {
  package var key: String
  package var type: TypeShape
  /// Who writes the part writes it.
  package var isRequired: Bool
  /// Who reads the part goes on without it.
  package var canBeMissing: Bool
  /// What is read where it is missing.
  package var absent: JSON?
  /// The release that wrote it first; `nil`: it was always there.
  package var since: String?
  /// Another key of the part that carries the same value, and may be there alone.
  package var twin: String?

  init(
    _ key: String, _ type: TypeShape, isRequired: Bool = true, absent: JSON? = nil,
    since: String? = nil, twin: String? = nil
  ) {
    self.key = key
    self.type = type
    self.isRequired = isRequired
    self.absent = absent
    self.since = since
    self.canBeMissing = absent != nil || !isRequired || twin != nil
    self.twin = twin
  }
}

/// What a field can hold.
package indirect enum TypeShape: Sendable {
  case version
  case flag
  case integer(ClosedRange<Int>)
  /// `clamps`: a reader takes what lies outside as the nearest value inside.
  case number(ClosedRange<Double>, clamps: Bool)
  /// Greater than zero.
  case positive
  /// Any text.
  case string
  /// Lengths in Unicode scalars.
  case text(ClosedRange<Int>)
  /// One grapheme of at most so many bytes.
  case grapheme(bytesMax: Int)
  /// A text of that form; another is refused with the code.
  case form(name: String, TextForm, AckCode)
  /// Seconds since 1970.
  case time
  /// `unknown`: what a word that is not in the list is read as; `nil`: it is refused.
  case words([String], unknown: String?)
  /// One of these words; with another the document asks for what is not spoken here.
  case requests([String])
  case part(PartShape)
  /// An object of so many bytes that nothing here looks into.
  case object(bytesMax: Int)
  /// So many bytes, as base64 (RFC 4648 §4).
  case base64(ClosedRange<Int>)
  /// The part that the word at the key beside it tells.
  case choice(by: String, [(word: String, shape: PartShape)])
  case list(TypeShape, countMax: Int)
  /// Any names of that form, at most so many.
  case table(names: TypeShape, TypeShape, countMax: Int)
  /// A list of exactly these.
  case row([TypeShape])
}

extension DocumentPart {
  /// What the declaration says.
  package static var shape: PartShape { PartLayout<Self>.shared.shape }
}
