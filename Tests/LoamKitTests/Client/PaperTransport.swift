import LoamKit
import Synchronization

/// A link of which the test is the broker.
final class PaperTransport: ClientTransport {
  private struct State {
    var post: AsyncStream<TransportEvent>.Continuation?
    var isOnline = false
    var published: [ClientPublication] = []
    var link: ClientLink?
  }
  private let state = Mutex(State())

  var link: ClientLink? { state.withLock { $0.link } }
  var published: [ClientPublication] { state.withLock { $0.published } }

  /// What was published since the last call.
  func take() -> [ClientPublication] {
    state.withLock { state in
      defer { state.published = [] }
      return state.published
    }
  }

  func connect(_ link: ClientLink) -> AsyncStream<TransportEvent> {
    let (events, post) = AsyncStream.makeStream(of: TransportEvent.self)
    state.withLock { ($0.post, $0.link) = (post, link) }
    return events
  }

  func publish(_ publication: ClientPublication) async throws(ClientError) {
    let isTaken = state.withLock { state in
      if state.isOnline { state.published.append(publication) }
      return state.isOnline
    }
    if !isTaken { throw .notConnected("paper") }
  }

  func disconnect() async { state.withLock { $0.post?.finish() } }

  func tell(_ event: TransportEvent) {
    state.withLock { state in
      if case .online = event { state.isOnline = true }
      if case .offline = event { state.isOnline = false }
      state.post?.yield(event)
    }
  }

  func tell(_ topic: String, _ document: some Document) throws {
    tell(.message(topic: topic, payload: try DocumentCodec.encode(document)))
  }
}

/// A value that several tasks change.
final class Held<Value: Sendable>: Sendable {
  private let held: Mutex<Value>
  init(_ value: Value) { held = Mutex(value) }
  var value: Value { held.withLock { $0 } }
  func change(_ body: (inout Value) -> Void) { held.withLock { body(&$0) } }
}

/// A time that passes when the test says so.
final class PaperTime: Sendable {
  private struct State {
    var now = Duration.zero
    var numbers = 0
    var waiting: [Int: (until: Duration, resume: CheckedContinuation<Void, any Error>)] = [:]
    var cancelled: Set<Int> = []
  }
  private let state = Mutex(State())

  var passed: Duration { state.withLock { $0.now } }

  var host: ClientHost {
    ClientHost(
      now: { [self] in Paper.now.advanced(by: passed.components.seconds) },
      wait: { [self] in try await wait($0) },
      random: { [self] in
        var dice = MutationTests.Dice(
          state: UInt64(
            state.withLock { state in
              state.numbers += 1
              return state.numbers
            }))
        return dice.next()
      })
  }

  private func wait(_ duration: Duration) async throws {
    let number = state.withLock { state in
      state.numbers += 1
      return state.numbers
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { resume in
        let isCancelled = state.withLock { state in
          if state.cancelled.remove(number) != nil { return true }
          state.waiting[number] = (state.now + duration, resume)
          return false
        }
        if isCancelled { resume.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        let waiter = state.waiting.removeValue(forKey: number)
        if waiter == nil { state.cancelled.insert(number) }
        return waiter
      }
      waiter?.resume.resume(throwing: CancellationError())
    }
  }

  /// Goes on to what is due next; `false`: nobody waits.
  @discardableResult func pass() -> Bool {
    let due = state.withLock { state in
      let next = state.waiting.min { ($0.value.until, $0.key) < ($1.value.until, $1.key) }
      guard let next else { return nil as CheckedContinuation<Void, any Error>? }
      state.now = max(state.now, next.value.until)
      state.waiting[next.key] = nil
      return next.value.resume
    }
    due?.resume()
    return due != nil
  }

  /// Passes from one due moment to the next until the work is done.
  func passing<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value {
    let isDone = Held(false)
    return await withTaskGroup(of: Value?.self) { group in
      group.addTask {
        let value = await work()
        isDone.change { $0 = true }
        return value
      }
      group.addTask {
        while !isDone.value {
          self.pass()
          await Task.yield()
        }
        return nil
      }
      var value: Value?
      for await part in group { value = part ?? value }
      guard let value else { preconditionFailure("the work gave no value") }
      return value
    }
  }
}

/// Documents of a small garden.
enum Paper {
  static let now = EpochSeconds(clamping: 1_795_220_607)
  static let device = token("anna-phone") as DeviceName
  static let tree = standardTree()

  private static func standardTree() -> TopicTree {
    guard let tree = TopicTree() else { preconditionFailure("the default base") }
    return tree
  }

  static func token<Form>(_ text: String) -> Token<Form> {
    guard let token = Token<Form>(text) else { preconditionFailure("'\(text)' has not the form") }
    return token
  }

  static func id(_ number: Int) -> MessageID {
    let digits = String(number, radix: 16)
    return token("0197f0aa-7a10-7c3e-9b55-" + String(repeating: "0", count: 12 - digits.count) + digits)
  }

  static func down(_ kind: Topic.Down) -> String { tree.text(.down(device, kind)) }

  static func status(online: Bool = true) -> BridgeStatus {
    BridgeStatus(online: online, ts: now, since: now, session: id(1))
  }

  static func notification(_ number: Int, rev: Int = 1, exp: Int64 = 3600) -> NotificationMessage {
    NotificationMessage(
      aps: .init(alert: Alert(title: "Basil", body: "Dry."), category: .wateringReminder, threadID: "basil"),
      note: .init(
        id: id(number), key: token("water-basil"), rev: rev, ts: now.advanced(by: -7200),
        exp: now.advanced(by: exp)),
      plant: PlantDates(id: token("basil"), name: "Basil", lastDate: now.advanced(by: -86_400), nextDate: now)
    )
  }

  static func withdrawal(_ number: Int, of note: Int) -> WithdrawMessage {
    WithdrawMessage(
      id: id(number), note: id(note), key: token("water-basil"), reason: .done, by: nil, ts: now)
  }

  static func done(_ number: Int) -> ActionMessage {
    ActionMessage(
      id: id(number), category: .wateringReminder, action: .waterDone, plant: token("basil"), at: now)
  }

  static func set(_ number: Int) -> SetMessage {
    SetMessage(id: id(number), control: token("basil-dry-below"), value: 28, unit: "%", base: nil, at: now)
  }

  static func control(_ value: Double, rev: Int = 1, id: String = "basil-dry-below") -> ControlState {
    ControlState(
      id: token(id), plant: nil, place: nil, title: "Dry below", name: nil, kind: .setpoint, unit: "%",
      range: 5...60, step: 1,
      value: value, rev: rev, ts: now, role: .operator)
  }

  static func topic(_ control: ControlState) -> String { tree.text(.control(control.id)) }

  static func client(
    _ transport: PaperTransport, _ time: PaperTime, hello: Hello? = nil
  ) -> LoamClient {
    LoamClient(
      LoamClient.Settings(device: device, tree: tree, hello: hello), transport: transport, host: time.host)
  }

  /// How something ends that is begun now; `nil`: well.
  static func failure<Value>(of work: @escaping @Sendable () async throws(ClientError) -> Value) -> Task<
    ClientError?, Never
  > {
    Task {
      do throws(ClientError) {
        _ = try await work()
        return nil
      } catch { return error }
    }
  }
}
