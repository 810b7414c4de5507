import Foundation
import HostSystem
import TestKit
import Testing

@Suite struct ClockTests {
  private static let built: Int64 = 1_700_000_000_000
  private static let synchronized = ClockTrust.Evidence(
    isKernelSynchronized: true, isServiceSynchronized: false, hasBatteryClock: false)
  private static let silent = ClockTrust.Evidence(
    isKernelSynchronized: false, isServiceSynchronized: false, hasBatteryClock: false)

  private static func at(_ wall: Int64) -> ClockReading {
    ClockReading(wallMilliseconds: wall, uptimeMilliseconds: 5000)
  }

  @Test func `a clock that nobody vouches for is not believed, however late it shows`() {
    var trust = ClockTrust(lastGoodWallMilliseconds: nil, buildDateMilliseconds: Self.built)
    let verdict1 = trust.evaluate(Self.at(Self.built + 1), evidence: Self.silent)
    #expect(!verdict1)
    let verdict2 = trust.evaluate(Self.at(Self.built + 1), evidence: Self.synchronized)
    #expect(verdict2)
  }

  @Test func `a clock before the build or before the saved time is not believed, whoever vouches`() {
    var trust = ClockTrust(lastGoodWallMilliseconds: Self.built + 500, buildDateMilliseconds: Self.built)
    let verdict3 = trust.evaluate(Self.at(Self.built - 1), evidence: Self.synchronized)
    #expect(!verdict3)
    let verdict4 = trust.evaluate(Self.at(Self.built + 499), evidence: Self.synchronized)
    #expect(!verdict4)
    let verdict5 = trust.evaluate(Self.at(Self.built + 500), evidence: Self.synchronized)
    #expect(verdict5)
  }

  @Test func `a believed clock stays believed without its service, until it goes back`() {
    var trust = ClockTrust(lastGoodWallMilliseconds: nil, buildDateMilliseconds: Self.built)
    let verdict6 = trust.evaluate(Self.at(Self.built + 3_600_000), evidence: Self.synchronized)
    #expect(verdict6)
    let verdict7 = trust.evaluate(Self.at(Self.built + 3_590_000), evidence: nil)
    #expect(verdict7)
    let verdict8 = trust.evaluate(Self.at(Self.built), evidence: nil)
    #expect(!verdict8)
    #expect(trust.floorMilliseconds == Self.built + 3_540_000)
  }

  @Test func `the machine's evidence is read from its files`() throws {
    let root = try TemporaryFolder()
    #expect(!ClockTrust.Evidence.ofThisMachine(root: root.path).isServiceSynchronized)
    for (path, text) in [
      "run/systemd/timesync/synchronized": "", "sys/class/rtc/rtc0/hctosys": "1\n",
      "proc/sys/kernel/random/boot_id": "abc\n",
    ] { try root.write(text, to: path) }
    let evidence = ClockTrust.Evidence.ofThisMachine(root: root.path)
    #expect(evidence.isServiceSynchronized && evidence.hasBatteryClock)
    #expect(HostBoot.identifier(root: root.path) == "abc")
  }

  @Test func `without a boot id the boot's own time stands for it`() {
    let one = HostBoot.identifier(
      root: "/nowhere", reading: ClockReading(wallMilliseconds: 600_000, uptimeMilliseconds: 1000))
    let later = HostBoot.identifier(
      root: "/nowhere", reading: ClockReading(wallMilliseconds: 900_000, uptimeMilliseconds: 301_000))
    #expect(one == later)
    #expect(HostBoot.identifier().count == 36)
  }

  @Test func `the two clocks are the machine's`() throws {
    let reading = HostClock.now()
    #expect(abs(Double(reading.wallMilliseconds) / 1000 - Date().timeIntervalSince1970) < 5)
    let uptime = try String(contentsOfFile: "/proc/uptime", encoding: .utf8).split(separator: " ")
    let seconds = try #require(Double(uptime[0]))
    #expect(abs(Double(reading.uptimeMilliseconds) / 1000 - seconds) < 5)
  }
}
