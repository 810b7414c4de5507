// What comes in, and whom it concerns.
extension LoamClient.State {
  /// - Returns: what is to be acknowledged.
  mutating func take(topic: String, payload: [UInt8], at now: EpochSeconds) -> [Ack] {
    let observers = observers.values
    let steps = memory.take(topic: topic, payload: payload, at: now) { topic in
      observers.contains { $0.wants(topic) }
    }
    var receipts: [Ack] = []
    for step in steps {
      switch step {
      case .handOver(let message): handOver(message)
      case .answer(let answer, let id):
        for waiter in waiters.values where waiter.id == id && waiter.isFor(answer) {
          waiter.end.yield(.success(answer))
        }
      case .acknowledge(let id, let code): receipts.append(Ack(re: id, code: code, ts: now))
      }
    }
    return receipts
  }

  mutating func handOver(_ message: ClientMessage) {
    for observer in observers.values where observer.wants(message.topic) {
      count(observer.take(message))
    }
  }

  mutating func count(_ outcome: Observer.Outcome) {
    switch outcome {
    case .taken: break
    case .dropped(let id):
      dropped += 1
      if let id { memory.missed(id) }
    case .unreadable: unreadable += 1
    }
  }
}
