internal import CMosquitto
internal import Glibc
internal import HostSystem
internal import MQTTTypes

/// One attempt to connect, on a thread of its own: the only connect call that takes MQTT 5 properties blocks for as
/// long as the resolver and the network like.
///
/// The job holds the handle meanwhile, so nobody else can touch it. The bell's write and read order the two
/// threads. Whoever lets go of the job last frees what is still in it: a client that ends while its attempt hangs
/// leaves the handle to the thread. Unchecked `Sendable`, because the thread touches the handle before the bell and
/// the loop after it.
final class ConnectJob: @unchecked Sendable {
  private var handle: MosquittoHandle?
  private let properties: PropertyList
  private let host: String
  private let port: Int32
  private let keepAlive: Int32
  let bell: WakeDescriptor

  enum Outcome {
    case connected
    case failed(OfflineCause)
  }

  init(
    _ handle: consuming MosquittoHandle, properties: consuming PropertyList,
    settings: MosquittoClient.Settings, bell: WakeDescriptor
  ) {
    self.handle = consume handle
    self.properties = consume properties
    self.bell = bell
    keepAlive = Int32(clamping: settings.reach.keepAliveSeconds)
    switch settings.reach.address {
    case .tcp(let host, let port):
      self.host = host
      self.port = Int32(port)
    case .unixSocket(let path):
      host = path
      port = 0
    }
  }

  /// Starts the thread. `false`: there is none to be had.
  func start() -> Bool {
    var attributes = pthread_attr_t()
    guard unsafe pthread_attr_init(&attributes) == 0 else { return false }
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    unsafe pthread_attr_setstacksize(&attributes, 512 * 1024)
    let job = unsafe Unmanaged.passRetained(self)
    var thread = pthread_t()
    guard unsafe pthread_create(&thread, &attributes, connectThread, job.toOpaque()) == 0 else {
      unsafe job.release()
      return false
    }
    return true
  }

  fileprivate func run() {
    // Signals are for the loop's thread.
    var all = sigset_t()
    unsafe sigfillset(&all)
    _ = unsafe pthread_sigmask(SIG_BLOCK, &all, nil)
    guard let pointer = unsafe handle?.pointer else { return }
    errno = 0
    let code = unsafe mosquitto_connect_bind_v5(pointer, host, port, keepAlive, nil, properties.head)
    var reason = code == MOSQ_ERR_ERRNO.rawValue ? errno : 0
    if reason == EBADF { reason = ConnectProbe.failure(host: host, port: port) }
    bell.ring(1 | UInt64(UInt32(bitPattern: code)) << 1 | UInt64(UInt32(bitPattern: reason)) << 33)
  }

  /// The handle and how it went, once the thread has rung.
  func collect() -> (outcome: Outcome, isDone: Bool) {
    guard let word = bell.take() else { return (.connected, false) }
    let code = Int32(truncatingIfNeeded: word >> 1)
    let reason = Int32(truncatingIfNeeded: word >> 33)
    if code == 0 { return (.connected, true) }
    let text = reason != 0 ? HostError("", code: reason).text : Library.text(of: code)
    return (.failed(.unreachable(text)), true)
  }

  /// After `collect` said done, or where the thread never started.
  func takeHandle() -> MosquittoHandle? { handle.take() }
}

private nonisolated func connectThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument = unsafe argument else { return nil }
  unsafe Unmanaged<ConnectJob>.fromOpaque(argument).takeRetainedValue().run()
  return nil
}
