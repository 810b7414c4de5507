internal import CMosquitto
internal import Glibc
internal import HostSystem
internal import MQTTTypes

// The life of the link: waiting → connecting (on its own thread) → answering → (looking →) online → waiting …
extension MosquittoClient {
  /// Does what is due: takes the handle back from an attempt, makes the next one, gives up on a broker that does not
  /// answer, keeps the link alive. Cheap when nothing is due; never blocks.
  package func service(at uptimeMilliseconds: Int64) {
    now = uptimeMilliseconds
    switch phase {
    case .idle, .ended: break
    case .waiting(let until): if now >= until { connect() }
    case .connecting(let job): collect(job)
    case .answering(let until), .looking(_, let until): if now >= until { cut(.noAnswer) }
    case .online: if now >= nextKeepAliveCheck { keepAlive() }
    }
  }

  func connect() {
    guard let prepared = handle.take() else { return }
    attemptedAt = now
    do {
      try prepared.prepare(version.current, settings)
    } catch {
      handle = consume prepared
      failed(.unreachable("\(error)"))
      return
    }
    _ = bell.take()
    let job = ConnectJob(prepared, properties: connectProperties(), settings: settings, bell: bell)
    if job.start() {
      phase = .connecting(job)
    } else {
      handle = job.takeHandle()
      failed(.unreachable("no thread"))
    }
  }

  /// Leaves the broker, or stays where it is between two attempts, and makes the next attempt after the pause. Says goodbye, so that the
  /// broker forgets the will, unless acknowledgements wait before a look: they would leave with it.
  package func stayAway(for pause: Duration) {
    if isLooking || isOnline {
      if !isLooking || !isHoldingBack {
        _ = handle?.disconnect(reason: 0)
        write(until: now + Self.farewellMilliseconds)
      }
      cut(.ended)
    }
    guard case .waiting = phase else { return }
    phase = .waiting(until: now + Self.milliseconds(pause))
  }

  /// The look is over: the link is used, and what it held back leaves with the next ``flush()``.
  package func goOnline() {
    guard case .looking(let facts, _) = phase else { return }
    phase = .online(since: now)
    subscribeAgain()
    announce(.online(facts))
  }

  private func connectProperties() -> PropertyList {
    var list = PropertyList()
    guard version.current == .v5 else { return list }
    if settings.sessionExpirySeconds > 0 {
      list.add(settings.sessionExpirySeconds, MQTT_PROP_SESSION_EXPIRY_INTERVAL)
    }
    if settings.packetBytesMax > 0 { list.add(settings.packetBytesMax, MQTT_PROP_MAXIMUM_PACKET_SIZE) }
    return list
  }

  private func collect(_ job: ConnectJob) {
    let result = job.collect()
    guard result.isDone else { return }
    handle = job.takeHandle()
    switch result.outcome {
    case .connected:
      disconnectReason = nil
      let patience = Self.milliseconds(settings.answerTimeout)
      phase = .answering(until: now + (patience / 4) << min(backoff.longPauses, 2))
      beginLook()
    case .failed(let cause): failed(cause)
    }
  }

  /// CONNACK, from inside ``read(limit:)``.
  func answered(reason: Int32, isSessionPresent: Bool, keepAliveSeconds: Int?, receiveMaximum: Int?) {
    guard case .answering = phase else { return }
    guard reason == 0 else {
      answerRefused(.init(code: reason))
      return
    }
    window = max(1, min(settings.inFlightMax, receiveMaximum ?? .max))
    let keepAlive = Int64(keepAliveSeconds ?? settings.reach.keepAliveSeconds)
    // The broker waits one and a half keep-alives: a quarter late is in time.
    keepAliveCheckMilliseconds = max(1000, keepAlive * 250)
    nextKeepAliveCheck = keepAlive == 0 ? .max : now + keepAliveCheckMilliseconds
    let facts = LinkFacts(version: version.current, isSessionPresent: isSessionPresent)
    phase = .looking(facts, until: now + Self.milliseconds(settings.answerTimeout))
    if look == nil { goOnline() } else { handler?.lookBegan(facts) }
  }

  /// Behind CONNECT, as a client may (MQTT 5.0 §3.1.4): later it would leave together with acknowledgements of what has arrived.
  private func beginLook() {
    guard let look else { return }
    for words in look.words {
      guard let (code, id) = handle?.publish(words, version.current), code == 0 else { continue }
      _ = underWay.begin(id, words.qos)
    }
    ask(for: [look.subscription])
  }

  /// The library closes the connection after a refusal, and the pause begins then.
  private func answerRefused(_ refusal: OfflineCause.Refusal) {
    let isWorthAnother = refusal == .protocolVersion && version.refused()
    if isWorthAnother {
      phase = .waiting(until: now)
    } else {
      failed(.refused(refusal))
    }
  }

  private func keepAlive() {
    nextKeepAliveCheck = now + keepAliveCheckMilliseconds
    guard let code = handle?.keepAlive() else { return }
    if code != 0 || handle?.socket == nil { linkBroke(code) }
  }

  /// libmosquitto gave an error or closed the connection.
  func linkBroke(_ code: Int32) {
    let reason = disconnectReason
    switch phase {
    case .answering:
      if code != MOSQ_ERR_TLS.rawValue, version.unanswered() { return phase = .waiting(until: now) }
      // Whether the library meets the end of a handshake in its connect or in its read is chance: one word for both.
      cut(.unreachable(settings.reach.tls == nil ? text(of: code) : Library.text(of: MOSQ_ERR_TLS.rawValue)))
    case .looking, .online:
      version.lost()
      if let reason, reason >= 128 {
        cut(.dismissed(reason: UInt8(clamping: reason)))
      } else {
        cut(.lost(text(of: code)))
      }
    case .idle, .waiting, .connecting, .ended: break
    }
  }

  private func text(of code: Int32) -> String {
    Library.text(of: code == 0 || code == MOSQ_ERR_ERRNO.rawValue ? MOSQ_ERR_CONN_LOST.rawValue : code)
  }

  /// Ends the connection without a farewell; the library closes the socket itself when it connects again.
  private func cut(_ cause: OfflineCause) {
    if let socket = handle?.socket { _ = shutdown(socket, Int32(SHUT_RDWR)) }
    failed(cause)
  }

  private func failed(_ cause: OfflineCause) {
    // A broker that lets us in and throws us out again is a failing broker: only a link that held starts anew.
    if case .online(let since) = phase, now - since >= Self.steadyMilliseconds { backoff.reset() }
    let wasLooking = isLooking
    underWay.linkBroke()
    subscriptions.linkBroke()
    // From attempt to attempt, since one that a broker let hang has waited already.
    let next = attemptedAt + Self.milliseconds(backoff.next(using: &jitter))
    let least = Double.random(in: 0...1, using: &jitter) * Double(Self.milliseconds(backoff.floor))
    phase = .waiting(until: max(next, now + Int64(least)))
    // Whoever looked has the link that was: it is said again, though nobody heard of another between.
    if wasLooking { link = .offline(.starting) }
    announce(.offline(cause))
  }

  private static let steadyMilliseconds: Int64 = 10_000

  func announce(_ next: LinkState) {
    guard link != next else { return }
    link = next
    handler?.linkChanged(to: next)
  }

  static func milliseconds(_ duration: Duration) -> Int64 {
    duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
  }
}

/// How a client leaves.
package enum DisconnectReason: Sendable, Hashable {
  /// The broker forgets the will.
  case normal
  /// The broker publishes the will.
  case publishingWill
}

extension MosquittoClient {
  /// Writes what is queued, says goodbye and frees everything. Queued acknowledgements leave as well, so commit first.
  /// Reads nothing. Later calls of any function do nothing.
  ///
  /// The broker may drop what it has not read when the connection closes: a farewell that must arrive is published
  /// at QoS 1 and awaited (``inFlight`` is 0) before this. Acknowledgements that are lost so bring their messages again.
  ///
  /// - Parameter limit: how long to wait for a network that does not take the bytes.
  package func disconnect(_ reason: DisconnectReason = .normal, within limit: Duration) {
    if isConnected, !isLooking || !isHoldingBack {
      // 3.1.1 knows no goodbye that keeps the will: there we hang up.
      if reason == .normal || version.current == .v5 {
        _ = handle?.disconnect(reason: reason == .publishingWill ? 4 : 0)
      }
      write(until: HostClock.uptimeMilliseconds() + Self.milliseconds(limit))
    }
    phase = .ended
    announce(.offline(.ended))
    dropContext()
    handle = nil
    underWay = PublicationWindow()
  }

  private func write(until deadline: Int64) {
    while let socket = handle?.socket, handle?.wantsWrite == true {
      guard handle?.write() == 0, handle?.wantsWrite == true else { return }
      // libmosquitto 2.1 closes its half after the goodbye and keeps wanting to write to a socket that always takes it:
      // only the broker's hanging up ends that. So not writability is waited for, but that, and writing is tried at a pace.
      let now = HostClock.uptimeMilliseconds()
      guard now < deadline else { return }
      var entries = [PollEntry(socket, [])]
      HostPoll.wait(&entries, until: min(deadline, now + Self.farewellMilliseconds))
      if entries[0].isBroken { return }
    }
  }

  private static let farewellMilliseconds: Int64 = 10
}
