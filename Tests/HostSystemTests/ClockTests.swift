import Foundation
@testable import HostSystem
import TestKit
import Testing

@Suite struct ClockTests {
  private static let built: Int64 = 1_700_000_000_000
  private static let year: Int64 = 365 * 86_400_000
  /// Two years after the build, a minute after the start of the machine.
  private static let now = ClockReading(wallMilliseconds: built + 2 * year, uptimeMilliseconds: 60_000)

  private static func evidence(kernel: Bool = false, service: Bool = false, battery: Bool = false)
    -> ClockTrust.Evidence
  {
    ClockTrust.Evidence(
      isKernelSynchronized: kernel, isServiceSynchronized: service, hasBatteryClock: battery)
  }
  private static let silent = evidence()

  /// Judges a clock that shows that much more than ``now`` did, so long after it.
  private static func judge(
    _ trust: inout ClockTrust, after seconds: Int64 = 0, set shift: Int64 = 0, _ evidence: ClockTrust.Evidence
  ) -> ClockTrust.Doubt? {
    let reading = ClockReading(
      wallMilliseconds: now.wallMilliseconds + seconds * 1000 + shift,
      uptimeMilliseconds: now.uptimeMilliseconds + seconds * 1000)
    let isBelieved = trust.evaluate(reading) { evidence }
    #expect(isBelieved == (trust.doubt == nil))
    return trust.doubt
  }

  @Test func `a clock that nobody vouches for is not believed before a time service has had its time`() {
    for evidence in [
      Self.evidence(kernel: true), Self.evidence(service: true), Self.evidence(battery: true),
    ] {
      var trust = ClockTrust(builtMilliseconds: Self.built)
      #expect(Self.judge(&trust, Self.silent) == .noEvidence)
      #expect(Self.judge(&trust, after: 1, evidence) == nil)
    }
    var trust = ClockTrust(builtMilliseconds: Self.built)
    #expect(Self.judge(&trust, after: 239, Self.silent) == .noEvidence)
    #expect(Self.judge(&trust, after: 240, Self.silent) == nil)
  }

  @Test func `a clock before the build is not believed, whoever vouches, and then like any other`() {
    var trust = ClockTrust(builtMilliseconds: Self.built)
    let all = Self.evidence(kernel: true, service: true, battery: true)
    #expect(Self.judge(&trust, set: -3 * Self.year, all) == .beforeBuild)
    #expect(Self.judge(&trust, after: 9, Self.silent) == .noEvidence)
    #expect(Self.judge(&trust, after: 10, all) == nil)
  }

  @Test func `a believed clock needs nobody for as long as it runs, and small steps are no news`() {
    var trust = ClockTrust(builtMilliseconds: Self.built)
    #expect(Self.judge(&trust, Self.evidence(kernel: true)) == nil)
    #expect(Self.judge(&trust, after: 100, Self.silent) == nil)
    #expect(Self.judge(&trust, after: 101, set: -1900, Self.silent) == nil)
    #expect(Self.judge(&trust, after: 102, set: 0, Self.silent) == nil)
  }

  /// ±10 min, ±1 h, ±1 day, ±1 year, 1970 and 2099.
  static let jumps: [Int64] =
    [600, 3600, 86_400, 31_536_000].flatMap { [$0 * 1000, -$0 * 1000] }
    + [60_000 - now.wallMilliseconds, 4_102_444_790_000 - now.wallMilliseconds]

  @Test(arguments: jumps, [evidence(kernel: true), evidence(service: true), evidence(battery: true), silent])
  func `a clock that is set is judged as it would be by a program that starts then`(
    shift: Int64, evidence: ClockTrust.Evidence
  ) {
    for seconds: Int64 in [10, 1000] {
      var running = ClockTrust(builtMilliseconds: Self.built)
      #expect(Self.judge(&running, Self.evidence(kernel: true)) == nil)
      var started = ClockTrust(builtMilliseconds: Self.built)
      for after in seconds...seconds + 3 {
        let judged = Self.judge(&running, after: after, set: shift, evidence)
        #expect(judged == Self.judge(&started, after: after, set: shift, evidence))
        let isPast = Self.now.wallMilliseconds + after * 1000 + shift < Self.built
        #expect((judged == .beforeBuild) == isPast)
        if evidence != Self.silent, !isPast { #expect(judged == nil, "believed at once") }
      }
      #expect(Self.judge(&running, after: seconds + 4, Self.evidence(kernel: true)) == nil, "and back")
    }
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
