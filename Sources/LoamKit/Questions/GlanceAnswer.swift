/// A question for what a widget shows, from one that shows the glance `rev` already.
public struct GlanceRequest: DocumentPart {
  /// Of the glance that is shown; absent: none is.
  public var rev: Int?

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    rev = f.optional("rev", \.rev, .count)
  }

  /// A question for what a widget shows.
  public init(rev: Int? = nil) { self.rev = rev }
}

/// What a refresh of a widget came to. Whoever gets no answer has ``RefreshResult/failed``.
public struct GlanceAnswer: DocumentPart {
  /// What to do.
  public var result: RefreshResult
  /// With ``RefreshResult/newData``: what to paint.
  public var glance: GlanceState?

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    result = f.required("result", \.result, .word)
    glance = f.optional("glance", \.glance, .part)
    f.rule(.requires("glance", when: "result", is: [RefreshResult.newData.rawValue]))
  }

  /// What a refresh came to: another glance than the one with `rev`, or none.
  public init(_ glance: GlanceState, shown rev: Int?) {
    let isNew = glance.rev != rev
    result = isNew ? .newData : .noData
    self.glance = isNew ? glance : nil
  }
}
