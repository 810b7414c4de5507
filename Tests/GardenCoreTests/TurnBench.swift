import GardenCore

/// A bench that calls one machine of the garden by itself: it keeps the turn that the garden would lend.
protocol TurnBench {
  var turn: Turn { get set }
}

extension TurnBench {
  var plan: GardenPlan {
    get { turn.plan }
    set { turn.plan = newValue }
  }
  var now: Moment {
    get { turn.now }
    set { turn.now = newValue }
  }
  /// Of the last call.
  var effects: [Effect] {
    get { turn.effects }
    set { turn.effects = newValue }
  }
  var news: [News] {
    get { turn.news }
    set { turn.news = newValue }
  }

  mutating func clear() {
    effects = []
    news = []
  }
}
