internal import HostSystem
internal import LoamKit
internal import Logging
internal import PushChannels
internal import GardenCore

// MARK: - How the channels stand

extension PushLoop {
  /// At once where nothing was shown for a while, else with what else changes in these ten seconds.
  func tellAll() {
    let devices = Set(lines.keys.map(\.device)).union(rooms.keys)
    guard showing == nil, !devices.isEmpty else { return }
    let now = Moment.now()
    let standing = devices.sorted { $0.text < $1.text }.compactMap { self.standing(of: $0, at: now) }
    guard standing != shown else { return }
    shown = standing
    showing = Task { [weak self, show] in
      await show(ChannelsState(ts: now.epoch, standing))
      guard (try? await HostClock.wait(for: .seconds(10))) != nil else { return }
      await self?.mayTell()
    }
  }

  private func standing(of device: DeviceName, at now: Moment) -> ChannelsState.Channel? {
    guard rooms[device] != nil else { return lines[LineName(device)]?.courier.standing(at: now) }
    let browsers = names(of: device).compactMap { lines[$0]?.courier.memory }
    var all = CourierMemory(together: browsers).standing(of: device, on: .web, perDay: nil, at: now)
    all.bound = !browsers.isEmpty
    return all
  }

  private func mayTell() {
    showing = nil
    tellAll()
  }

  /// Where nothing arrives for long that is said on the person's other channels, or else on those of others, once; and once that it is over.
  func tellOthers(of name: LineName, at now: Moment) {
    // The others may be out as well, and then they tell of themselves in turn: also here.
    guard telling.insert(name).inserted else { return }
    defer { telling.remove(name) }
    let owner = owners[name.device]
    guard
      let outage = lines[name]?.courier.memory.untold(
        name.device, name: owner?.name ?? name.device.text, at: now)
    else { return }
    log.warning(
      "\(name.device): \(outage.since == nil ? "what is sent arrives again" : "nothing arrives for long")")
    let others = lines.keys.filter { $0.device != name.device }
    let own = others.filter { owner != nil && owners[$0.device]?.person == owner?.person }
    for other in own.isEmpty ? others : own { take(.outage(outage), for: other) }
    take(.outageTold, for: name)
  }
}
