internal import Synchronization

/// Open connections, in all and by client.
package final class ConnectionCount: Sendable {
  package let perClientMax: Int
  package let max: Int
  private let state = Mutex(State())

  package struct State: Sendable {
    package var open = 0
    package var accepted = 0
    package var refused = 0
    package var ranOutOfTime = 0
    fileprivate var byClient: [String: Int] = [:]
  }

  package init(max: Int = 128, perClientMax: Int = 48) {
    self.max = max
    self.perClientMax = perClientMax
  }

  package var now: State { state.withLock { $0 } }

  /// `false`: the client has too many, or all have; this one is not counted as open.
  func open(from client: String) -> Bool {
    let key = RateTable.key(client)
    return state.withLock { state in
      guard state.open < max, state.byClient[key, default: 0] < perClientMax else {
        state.refused += 1
        return false
      }
      state.open += 1
      state.accepted += 1
      state.byClient[key, default: 0] += 1
      return true
    }
  }

  func close(from client: String) {
    let key = RateTable.key(client)
    state.withLock { state in
      state.open -= 1
      let left = state.byClient[key, default: 1] - 1
      state.byClient[key] = left > 0 ? left : nil
    }
  }

  func ranOutOfTime() { state.withLock { $0.ranOutOfTime += 1 } }
}
