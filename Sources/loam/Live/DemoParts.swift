import ArgumentParser
import Bridge
import DemoGarden
import Dispatch
import GardenCore
import GardenSimulation
import HostSystem
import LoamKit
import Logging
import ProgramConfig
import Synchronization

/// One scaled time for the bridge, the devices and the view.
struct DemoClock: GardenClock, Sendable {
  let scaled: ScaledClock

  init(speed: Double) {
    scaled = ScaledClock(start: HostClock.now().moment, speed: speed)
  }

  var now: Moment { scaled.moment(atReal: Uptime(milliseconds: HostClock.uptimeMilliseconds())) }

  func read() -> Moment { now }

  func machineUptime(at uptime: Uptime) -> Int64 { scaled.realUptime(of: uptime).milliseconds }
}

/// Set once, read by every thread of the demo.
final class StopFlag: Sendable {
  private let flag = Atomic(false)
  var isSet: Bool { flag.load(ordering: .acquiring) }
  func set() { flag.store(true, ordering: .releasing) }
}

/// A thread that can be waited for.
struct DemoThread {
  private let done = DispatchSemaphore(value: 0)

  init(_ body: @escaping @Sendable () -> Void) throws(HostError) {
    let done = done
    try HostThread.start(stackBytes: 4 << 20, isPolite: false) {
      body()
      done.signal()
    }
  }

  func join() { done.wait() }
}

/// The private broker.
struct DemoBroker {
  let place: PrivateBroker
  private let hold: Held<PrivateBroker>

  static func start(seed: Int64) throws -> DemoBroker {
    let hold = Held<PrivateBroker> { began in
      try await PrivateBroker.during(random: SplitMix64(seed: UInt64(bitPattern: seed)), began)
    }
    switch hold.outcome {
    case .success(let place): return DemoBroker(place: place, hold: hold)
    case .failure(let error):
      throw CommandEnd.saying(
        "The private broker could not start (\(error)). Are the packages mosquitto and util-linux installed, and in the PATH?",
        .unavailable)
    case nil: throw ExitCode(.software)
    }
  }

  func stop() { hold.release() }
}

/// Something that lives while an asynchronous body runs, begun and ended from a thread that knows no concurrency.
struct Held<Value: Sendable> {
  /// How it began; `nil`: it ended without beginning.
  let outcome: Result<Value, any Error>?
  private let end: AsyncStream<Never>.Continuation
  private let ended: DispatchSemaphore

  /// - Parameter during: calls what it is given once it has begun, and ends when that returns.
  init(
    _ during:
      @escaping @Sendable (_ began: @escaping @Sendable (Value) async throws -> Void) async throws -> Void
  ) {
    let (held, end) = AsyncStream.makeStream(of: Never.self)
    let box = OutcomeBox<Value>()
    let started = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
    Task.detached {
      do {
        try await during { value in
          box.set(.success(value))
          started.signal()
          for await _ in held {}
        }
      } catch {
        box.set(.failure(error))
      }
      started.signal()
      ended.signal()
    }
    started.wait()
    outcome = box.outcome
    self.end = end
    self.ended = ended
  }

  /// What an asynchronous body gives, for a thread that knows no concurrency.
  static func outcome(
    _ body: @escaping @Sendable () async throws(ClientError) -> Value
  ) throws(ClientError) -> Value {
    let held = Self { began in try await began(try await body()) }
    held.release()
    do {
      guard let value = try held.outcome?.get() else { throw ClientError.cancelled }
      return value
    } catch { throw error as? ClientError ?? .cancelled }
  }

  /// Returns when it is gone.
  func release() {
    end.finish()
    ended.wait()
  }
}

/// How a start went.
private final class OutcomeBox<Value: Sendable>: Sendable {
  private let value = Mutex<Result<Value, any Error>?>(nil)
  var outcome: Result<Value, any Error>? { value.withLock { $0 } }
  func set(_ result: Result<Value, any Error>) { value.withLock { $0 = $0 ?? result } }
}

/// The demo's log, in its throw-away folder: the screen belongs to the garden.
struct FileLogHandler: LogHandler {
  var logLevel: Logger.Level = .debug
  var metadata: Logger.Metadata = [:]
  let path: String

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    try? HostFile.append("\(event.level.rawValue): \(event.message)\n", to: path)
  }
}
