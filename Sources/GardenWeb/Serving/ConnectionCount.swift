internal import Synchronization

/// Open connections, in all and by client. Where all are taken, a client that has few takes the place of one of the client that
/// has most: a connection on which nothing is being answered, the one that has waited longest for a whole request.
package final class ConnectionCount: Sendable {
  /// One open connection.
  package struct Seat: Sendable, Hashable {
    fileprivate let number: Int
  }

  package let perClientMax: Int
  package let max: Int
  private let state = Mutex(State())

  package struct State: Sendable {
    package var open: Int { seats.count }
    package fileprivate(set) var accepted = 0
    package fileprivate(set) var refused = 0
    /// Had to make room for a client that had fewer.
    package fileprivate(set) var displaced = 0
    package fileprivate(set) var ranOutOfTime = 0
    fileprivate var byClient: [String: Int] = [:]
    fileprivate var seats: [Int: Taken] = [:]
    /// Rises with everything that happens: what is lower happened earlier.
    fileprivate var turn = 0

    package init() {}

    fileprivate struct Taken: Sendable {
      var client: String
      /// Since this turn nothing is being answered.
      var waitsSince: Int?
      var close: @Sendable () -> Void
    }

    fileprivate mutating func remove(_ number: Int) -> Taken? {
      guard let taken = seats.removeValue(forKey: number) else { return nil }
      let left = byClient[taken.client, default: 1] - 1
      byClient[taken.client] = left > 0 ? left : nil
      return taken
    }

    /// Of whoever has most, and more than a newcomer with `own` would have.
    fileprivate func lastInLine(beside own: Int) -> Int? {
      let waiting = seats.filter { $0.value.waitsSince != nil }
      func share(_ taken: Taken) -> Int { byClient[taken.client, default: 0] }
      guard let most = waiting.values.map(share).max(), most > own + 1 else { return nil }
      return waiting.filter { share($0.value) == most }
        .min { ($0.value.waitsSince ?? 0) < ($1.value.waitsSince ?? 0) }?.key
    }
  }

  /// Three clients at their bound leave room for others.
  package init(max: Int = 128, perClientMax: Int = 40) {
    self.max = max
    self.perClientMax = perClientMax
  }

  package var now: State { state.withLock { $0 } }

  /// - Parameter close: ends the connection; called when it must make room.
  /// - Returns: `nil`: the client has too many, or all have; this one is not counted as open.
  package func open(from client: String, close: @escaping @Sendable () -> Void) -> Seat? {
    let key = RateTable.key(client)
    let (seat, displaced): (Seat?, State.Taken?) = state.withLock { state in
      let own = state.byClient[key, default: 0]
      var displaced: State.Taken?
      if own < perClientMax, state.open >= max, let last = state.lastInLine(beside: own) {
        displaced = state.remove(last)
        state.displaced += 1
      }
      guard own < perClientMax, state.open < max else {
        state.refused += 1
        return (nil, nil)
      }
      state.turn += 1
      state.accepted += 1
      state.byClient[key] = own + 1
      state.seats[state.turn] = State.Taken(client: key, waitsSince: state.turn, close: close)
      return (Seat(number: state.turn), displaced)
    }
    displaced?.close()
    return seat
  }

  /// A request came whole, or its answer has left.
  package func isAnswering(_ isAnswering: Bool, on seat: Seat) {
    state.withLock { state in
      state.turn += 1
      state.seats[seat.number]?.waitsSince = isAnswering ? nil : state.turn
    }
  }

  package func close(_ seat: Seat) {
    state.withLock { state in _ = state.remove(seat.number) }
  }

  func ranOutOfTime() { state.withLock { $0.ranOutOfTime += 1 } }
}
