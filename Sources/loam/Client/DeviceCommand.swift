import ArgumentParser
import Bridge
import BridgeConfig
import DeviceFamilies
import GardenCore
import GardenTerminal
import LoamKit
import ProgramConfig

/// Devices that are let in while the bridge runs.
struct DeviceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "device", abstract: "Let a phone in without editing a file, or put one out.",
    discussion: """
      Needs 'broker.accounts' in the config, and a mosquitto with its dynamic security plugin: see "Phones by QR code" in the documentation.

        loam device add "Kitchen phone" --person anna
        loam device list
      """,
    subcommands: [Add.self, List.self, Rotate.self, Revoke.self])

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show a QR code that lets one phone in.",
      discussion: """
        The code counts once, for ten minutes, until a restart of the bridge. A guest is put out after its last day by itself.

          loam device add "Kitchen phone" --person anna --role operator
          loam device add "Neighbour" --person anna --until 2026-08-31
        """)

    @OptionGroup var bridge: BridgeOptions
    @Argument(help: "What people call the device.") var name: String
    @Option(help: "Whose it is: a person of the config.") var person: String
    @Option(help: "viewer, actor, tuner or operator.", transform: Self.role)
    var role = DeviceContext.Role.actor
    @Option(help: "A guest's last day, as 2026-08-31. Without it the device stays.") var until: String?
    @Flag(help: "Print the invitation as JSON.") var json = false

    func run() throws {
      try DeviceCommand.invite(bridge, json: json) {
        .invite(AccountMessage.Invite(name: name, person: person, role: role, until: try until.map(Self.end)))
      }
    }

    private static func role(_ word: String) throws -> DeviceContext.Role {
      guard let role = DeviceContext.Role(rawValue: word) else {
        throw ValidationError(
          "--role is \(DeviceContext.Role.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      return role
    }

    /// The end of that day in the garden.
    private static func end(of day: String) throws -> EpochSeconds {
      let parts = day.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      if parts.count == 3, let year = parts[0], let month = parts[1], let number = parts[2],
        let day = WrittenTime.dayNumber(year: year, month: month, day: number)
      {
        return EpochSeconds(
          clamping: Words.calendar.moment(dayNumber: day + 1, secondOfDay: 0).seconds)
      }
      throw ValidationError("'\(day)' is no day; write it as 2026-08-31")
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the devices that were let in.",
      discussion: """
        Those that stand in the config are not among them.

          loam device list
        """)

    @OptionGroup var bridge: BridgeOptions
    @Flag(help: "Print JSON.") var json = false

    func run() throws {
      let session = try BridgeSession(bridge)
      let reply = try session.ask(.accounts(AccountsRequest()))
      guard case .accounts(let list) = reply.content else { return }
      if json { return print(String(decoding: try DocumentCodec.encode(reply), as: UTF8.self)) }
      if list.accounts.isEmpty { return print("no device was let in beside those of the config") }
      Words.table(
        ["device", "name", "person", "role", "state", "until", "last seen"],
        list.accounts.map {
          [
            $0.device.text, $0.name, $0.person, $0.role.rawValue, $0.state.rawValue, Words.date($0.until),
            Words.date($0.seen),
          ]
        })
      if let more = list.more { print("and \(more) more") }
    }
  }

  struct Rotate: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Void what a device knows, and let it in anew.",
      discussion: """
        It is out at once. Who has not joined with the new code within ten minutes is out for good.

          loam device rotate kitchen-phone-kqzr
        """)

    @OptionGroup var bridge: BridgeOptions
    @Argument(help: "The device, as `loam device list` names it.") var device: String
    @Flag(help: "Print the invitation as JSON.") var json = false

    func run() throws {
      try DeviceCommand.invite(bridge, json: json) { .rotate(try DeviceCommand.which(device)) }
    }
  }

  struct Revoke: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Put a device out, at once and for good.",
      discussion: """
        An open connection ends, and whom it has invited meanwhile is out as well.

          loam device revoke kitchen-phone-kqzr
        """)

    @OptionGroup var bridge: BridgeOptions
    @Argument(help: "The device, as `loam device list` names it.") var device: String
    @Flag(help: "Print the bridge's ack as JSON.") var json = false

    func run() throws {
      let session = try BridgeSession(bridge)
      let wish = AccountMessage.Wish.revoke(try DeviceCommand.which(device))
      let ack = try session.send(AccountMessage(id: session.newID(), wish, at: session.now))
      let done =
        ack.code == .queued ? "out; the broker does not obey just now and will be told again" : "out"
      try DeviceCommand.report(ack, session, done: done, json: json)
    }
  }

  private static func which(_ text: String) throws -> AccountMessage.Which {
    guard let device = DeviceName(text) else { throw ValidationError("'\(text)' is no device's name") }
    return AccountMessage.Which(device: device)
  }

  /// Asks for an invitation, and shows it. The wish is made when the garden's time zone is known.
  private static func invite(
    _ bridge: BridgeOptions, json: Bool, _ wish: () throws -> AccountMessage.Wish
  ) throws {
    let session = try BridgeSession(bridge)
    let message = AccountMessage(id: session.newID(), try wish(), at: session.now)
    let ack = try session.send(message)
    guard ack.ok else { return try report(ack, session, done: "", json: json) }
    let reply = try session.ask(.invitation(InvitationRequest(message: message.id)))
    guard case .invitation(let invitation) = reply.content else { return }
    if json { return print(String(decoding: try DocumentCodec.encode(reply), as: UTF8.self)) }
    if let code = QRCode(Array(invitation.link.utf8)) {
      for line in QRLines.lines(of: code) { print(line) }
    }
    print(invitation.link)
    print("\(invitation.device) may join once, within \(invitation.left / 60) minutes")
  }

  /// Says what the code alone would not tell here.
  private static func report(_ ack: Ack, _ session: BridgeSession, done: String, json: Bool) throws {
    let words: [AckCode: String] = [
      .badValue: "no such person in the config, or no such device in `loam device list`",
      .badTime: "a guest's last day lies ahead, and no more than 400 days",
      .busy: "no more than \(AccountList.countMax) devices are let in; revoke one",
      .conflict: "the device has not joined yet, or the broker has an account of that name",
      .notReachable:
        "the broker does not obey the bridge: is 'broker.accounts' in the config, and the plugin loaded?",
    ]
    guard !json, let sentence = words[ack.code] else {
      return try session.report(ack, done: done, json: json)
    }
    throw CommandEnd.saying("refused: \(sentence)")
  }
}
