internal import CMosquitto
internal import HostSystem
internal import MQTTTypes

/// A `struct mosquitto` and the context of its callbacks: freed exactly once, by whoever holds it last.
@safe struct MosquittoHandle: ~Copyable {
  @unsafe let pointer: OpaquePointer
  @unsafe private let context: Unmanaged<CallbackContext>

  private init(_ pointer: OpaquePointer, _ context: Unmanaged<CallbackContext>) {
    unsafe self.pointer = unsafe pointer
    unsafe self.context = unsafe context
  }

  static func make(
    _ settings: MosquittoClient.Settings, context: CallbackContext
  ) throws(MosquittoError) -> MosquittoHandle {
    guard Library.isInitialized else { throw .noResources("mosquitto_lib_init") }
    let id: String? = settings.clientID.isEmpty ? nil : settings.clientID
    let retained = unsafe Unmanaged.passRetained(context)
    guard let pointer = unsafe mosquitto_new(id, settings.isCleanStart, retained.toOpaque()) else {
      unsafe retained.release()
      throw .invalidSetting("client_id", "empty without a clean start, not UTF-8, or no memory")
    }
    let handle = unsafe MosquittoHandle(pointer, retained)
    // External loop with threads announced: acknowledgements are only queued until the loop writes.
    try check("threads", unsafe mosquitto_threaded_set(pointer, true))
    handle.setCallbacks()
    try handle.configure(settings)
    return handle
  }

  deinit {
    unsafe mosquitto_destroy(pointer)
    unsafe context.release()
  }

  private func setCallbacks() {
    unsafe mosquitto_connect_v5_callback_set(pointer, connectArrived)
    unsafe mosquitto_disconnect_v5_callback_set(pointer, disconnectArrived)
    unsafe mosquitto_message_v5_callback_set(pointer, messageArrived)
    unsafe mosquitto_publish_v5_callback_set(pointer, publishEnded)
    unsafe mosquitto_subscribe_v5_callback_set(pointer, subscribeAnswered)
  }

  private func configure(_ settings: MosquittoClient.Settings) throws(MosquittoError) {
    func option(_ name: String, _ option: mosq_opt_t, _ value: Int32) throws(MosquittoError) {
      try Self.check(name, unsafe mosquitto_int_option(pointer, option, value))
    }
    try option("tcp_nodelay", MOSQ_OPT_TCP_NODELAY, 1)
    try option("receive_maximum", MOSQ_OPT_RECEIVE_MAXIMUM, Int32(max(1, settings.receiveMaximum)))
    try option(
      "in_flight_max", MOSQ_OPT_SEND_MAXIMUM, Int32(clamping: min(65_535, max(1, settings.inFlightMax))))
    if settings.username != nil || settings.password != nil {
      // 3.1.1 knows no password without a name.
      try Self.check(
        "username", unsafe mosquitto_username_pw_set(pointer, settings.username ?? "", settings.password))
    }
    guard let tls = settings.reach.tls else { return }
    // Not by the library's own option for the system's store: with it alone 2.0.11 refuses every second connect.
    let caPath = tls.caFile == nil ? tls.caPath ?? Self.systemStore : tls.caPath
    let code = unsafe mosquitto_tls_set(
      pointer, tls.caFile, caPath, tls.certFile, tls.keyFile, passPhraseAsked)
    try Self.check("tls", code, "a certificate or key file cannot be read, or one of the pair is missing")
    try Self.check("tls", unsafe mosquitto_tls_opts_set(pointer, 1, "tlsv1.2", nil))
    try Self.check("tls", unsafe mosquitto_tls_insecure_set(pointer, tls.isInsecure))
  }

  /// Before a connect: the version, and the will in that version's form.
  func prepare(_ version: MQTTVersion, _ settings: MosquittoClient.Settings) throws(MosquittoError) {
    let number = version == .v5 ? MQTT_PROTOCOL_V5 : MQTT_PROTOCOL_V311
    try Self.check("version", unsafe mosquitto_int_option(pointer, MOSQ_OPT_PROTOCOL_VERSION, number))
    guard let will = settings.will else { return }
    var properties = PropertyList()
    if version == .v5 {
      properties = PropertyList.describing(will)
      if settings.willDelaySeconds > 0 {
        properties.add(settings.willDelaySeconds, MQTT_PROP_WILL_DELAY_INTERVAL)
      }
    }
    let code = unsafe mosquitto_will_set_v5(
      pointer, will.topic, Int32(will.payload.count), will.payload, Int32(will.qos.rawValue), will.isRetained,
      properties.head)
    try Self.check("will", code)
    // Taken over by the library where it said yes.
    _ = unsafe properties.giveAway()
  }

  /// Where Debian keeps the authorities' certificates.
  private static let systemStore = "/etc/ssl/certs"

  private static func check(_ setting: String, _ code: Int32, _ why: String? = nil) throws(MosquittoError) {
    guard code != 0 else { return }
    throw .invalidSetting(setting, why ?? Library.text(of: code))
  }
}

/// A key that asks for a pass phrase would stop the process at the terminal: there is none.
private nonisolated func passPhraseAsked(
  _: UnsafeMutablePointer<CChar>?, _: Int32, _: Int32, _: UnsafeMutableRawPointer?
) -> Int32 { 0 }
