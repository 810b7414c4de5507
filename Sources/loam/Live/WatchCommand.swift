import ArgumentParser
import Bridge
import GardenCore
import GardenTerminal
import HostSystem
import Hub
import LoamKit

struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Watch the garden live; press keys to answer reminders, move sliders and water.",
    discussion: """
      Without a terminal it prints a readable line per change.

        loam watch
        loam watch --host pi.local --as anna-phone
      """)

  @OptionGroup var bridge: BridgeOptions

  func run() throws {
    let signals = try SignalDescriptor([.terminate, .interrupt, .hangUp])
    let place = try bridge.place()
    var view = LiveView(
      now: { EpochSeconds(clamping: HostClock.now().wallMilliseconds / 1000) },
      calendar: Startup.calendar(),
      footnote: { _ in "" })
    try view.run(try LiveFeed(place, now: view.now, expectsBridge: true), signals: signals)
  }
}
