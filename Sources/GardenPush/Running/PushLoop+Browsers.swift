internal import HostSystem
internal import LoamKit
internal import Logging
internal import PushChannels

// MARK: - Browsers come and go

extension PushLoop {
  /// Goes on with the browsers that an earlier life of the process knew, as far as they are still allowed.
  func add(_ room: BrowserRoom, for device: DeviceName, stored: [PushBrowser]) throws(PushFailure) {
    for browser in stored where !room.book.browsers.contains(browser) {
      log.notice("\(device): a browser is forgotten: the config does not allow it any more")
      try store.strike(browser, of: device, parking: nil)
    }
    rooms[device] = room
    for browser in room.book.browsers {
      let name = LineName(device, browser: browser.name)
      seat(browser, name, room, try store.memory(of: name) ?? CourierMemory())
    }
  }

  /// A page hands over how its browser is reached, or takes that back.
  func entered(_ registration: PushRegistration, _ device: DeviceName) -> AckCode {
    guard var room = rooms[device], !room.isRetired else { return .forbidden }
    let verdict = room.book.take(registration)
    do throws(PushFailure) {
      switch verdict {
      case .nothing(let code):
        rooms[device] = room
        return code
      case .struck(let browser):
        try store.strike(browser, of: device, parking: nil)
        lines[LineName(device, browser: browser.name)] = nil
        log.notice("\(device): a browser has taken itself back")
        tellAll()
      case .entered(let browser, let old):
        let memory = try inheritance(of: device)
        try store.enter(browser, of: device, memory, instead: old)
        for one in old { lines[LineName(device, browser: one.name)] = nil }
        leave(browser, for: device)
        seat(browser, LineName(device, browser: browser.name), room, memory)
        log.notice("\(device): a browser is registered (\(room.book.browsers.count) now)")
      }
    } catch {
      log.error("\(device): \(error); a registration is not taken")
      return .refused
    }
    rooms[device] = room
    return .accepted
  }

  /// What a new browser goes on with: what another one still shows, or what the last one that left could not be sent.
  private func inheritance(of device: DeviceName) throws(PushFailure) -> CourierMemory {
    if let other = names(of: device).first, let line = lines[other] { return line.courier.memory.handedOver }
    return try store.memory(of: LineName(device, browser: LineName.parked)) ?? CourierMemory()
  }

  /// A browser in which somebody else signs in is no longer the first one's.
  private func leave(_ browser: PushBrowser, for device: DeviceName) {
    for name in lines.keys where name.device != device && name.browser == browser.name {
      lines[name] = nil
      if let old = rooms[name.device]?.book.browsers.first(where: { $0.endpoint == browser.endpoint }) {
        _ = rooms[name.device]?.book.strike(old)
      }
    }
  }

  private func seat(
    _ browser: PushBrowser, _ name: LineName, _ room: BrowserRoom, _ memory: CourierMemory
  ) {
    let courier = Courier(
      name.device, room.address, memory: memory, calendar: calendar, seed: HostRandom.seed())
    seats += 1
    lines[name] = Line(
      courier: courier, client: room.client, service: room.post.service(for: browser), browser: browser,
      seat: seats)
    for event in room.known + [.tick] { take(event, for: name) }
  }

  // MARK: What became of a request

  /// - Parameter seat: of whom it was sent to. Whoever has registered there since has requests of its own.
  func finish(_ outcome: ChannelOutcome, of name: LineName, in seat: Int) {
    guard let line = lines[name], line.seat == seat else { return }
    guard case .gone = outcome, let browser = line.browser else {
      take(.outcome(outcome), for: name)
      return
    }
    do throws(PushFailure) {
      try store.strike(
        browser, of: name.device,
        parking: names(of: name.device).count == 1 ? line.courier.memory.handedOver : nil)
    } catch {
      log.error("\(name): \(error); a browser that is gone is asked again")
      take(.outcome(outcome), for: name)
      return
    }
    lines[name] = nil
    _ = rooms[name.device]?.book.strike(browser)
    tellAll()
    log.notice("\(name): a browser is gone, its push service says")
  }

  /// The device is taken out of the config: nothing is sent to its browsers any more.
  func dismiss(_ device: DeviceName) {
    guard var room = rooms[device] else { return }
    do throws(PushFailure) {
      try store.strikeAll(of: device)
    } catch {
      log.error("\(device): \(error); its browsers are forgotten at the next start")
    }
    for browser in room.book.browsers { _ = room.book.strike(browser) }
    room.isRetired = true
    rooms[device] = room
    for name in names(of: device) { lines[name] = nil }
    tellAll()
    log.notice("\(device): the device is gone, and its browsers are forgotten")
  }
}
