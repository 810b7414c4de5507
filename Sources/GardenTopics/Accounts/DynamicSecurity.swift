package import GardenCore
package import LoamKit
package import MQTTTypes

/// Orders about accounts in the words of mosquitto's dynamic security plugin, and what it answers. Source: `README.md` of
/// `plugins/dynamic-security` in mosquitto 2.0.
///
/// An account has a role of its own: the plugin of 2.0 knows no pattern with the user's name in it.
package struct DynamicSecurity: Sendable {
  private static let topic = "$CONTROL/dynamic-security/v1"
  package static let answerTopic = topic + "/response"

  private let tree: TopicTree
  /// Tells answers to this run of the bridge from those to an earlier one.
  private let mark: String
  /// All accounts that were made from one store are in it. It gives no rights.
  private let group: String

  package init(tree: TopicTree, session: UniqueID, group: String) {
    self.tree = tree
    self.group = group
    mark = session.description
  }

  /// - Parameter password: what the account is to be asked for, where the order gives it one.
  package func publication(for order: AccountOrder, password: String) -> MQTTPublication? {
    guard [.probe, .sweep].contains(order.kind) || DeviceName(order.device) != nil else { return nil }
    let correlation = JSON.text("\(mark) \(order.number)")
    let commands = commands(for: order, password).map { command in
      JSON.object(command.merging(["correlationData": correlation]) { $1 })
    }
    return MQTTPublication(topic: Self.topic, payload: JSON.object(["commands": .list(commands)]).bytes)
  }

  private func commands(for order: AccountOrder, _ password: String) -> [[String: JSON]] {
    let user = JSON.text(order.device)
    let role = JSON.text(Self.role(of: order.device))
    func command(_ name: String, _ fields: [String: JSON] = [:]) -> [String: JSON] {
      fields.merging(["command": .text(name)]) { $1 }
    }
    /// One that is there keeps its other fields, so it is written over.
    func rights(_ rights: [Right]) -> [[String: JSON]] {
      [
        command("createRole", ["rolename": role]),
        command("modifyRole", ["rolename": role, "acls": .list(rights.map(\.json))]),
      ]
    }
    let newPassword = command("setClientPassword", ["username": user, "password": .text(password)])
    switch order.kind {
    case .probe: return [command("getDefaultACLAccess")]
    case .sweep: return [command("getGroup", ["groupname": .text(group)])]
    case .open(let name):
      let home = command(
        "createGroup", ["groupname": .text(group), "textdescription": .text(description)])
      return [home] + rights(toJoin(order.device)) + [
        command(
          "createClient",
          [
            "username": user, "password": .text(password), "textname": .text(name),
            "textdescription": .text(description), "roles": [["rolename": role]],
            "groups": [["groupname": .text(group)]],
          ])
      ]
    // The new password first: it ends the connection that has the old one.
    case .reopen: return [newPassword] + rights(toJoin(order.device))
    case .admit: return [newPassword] + rights(ofMember(order.device))
    case .look:
      return [command("getClient", ["username": user]), command("getRole", ["rolename": role])]
    case .mend:
      return rights(ofMember(order.device)) + [
        command("addClientRole", ["username": user, "rolename": role])
      ]
    case .remove:
      return [command("deleteClient", ["username": user]), command("deleteRole", ["rolename": role])]
    }
  }

  /// `nil`: it answers nothing that this run has asked.
  ///
  /// - Parameter order: what was asked, by its number; `nil`: nothing under that number.
  package func answer(
    in payload: [UInt8], to order: (Int) -> AccountOrder?
  ) -> (number: Int, answer: AccountAnswer)? {
    guard case .list(let responses) = JSON(reading: payload)["responses"],
      case .text(let correlation) = responses.first?["correlationData"],
      correlation.hasPrefix(mark + " "), let number = Int(correlation.dropFirst(mark.count + 1)),
      let order = order(number)
    else { return nil }
    return (number, judge(order, responses))
  }

  private func judge(_ order: AccountOrder, _ responses: [JSON]) -> AccountAnswer {
    func response(_ command: String) -> JSON? { responses.first { $0["command"] == .text(command) } }
    func outcome(_ commands: String...) -> AccountAnswer {
      for command in commands {
        guard let response = response(command) else { return .refused }
        if response["error"] == .text("Client not found") { return .missing }
        if response["error"] != nil { return .refused }
      }
      return .done
    }
    switch order.kind {
    case .probe:
      let answer = outcome("getDefaultACLAccess")
      let isLax = response("getDefaultACLAccess").map(Self.isLax) ?? false
      return answer == .done && isLax ? .damaged : answer
    case .sweep: return found(response("getGroup"))
    case .open: return outcome("createClient", "modifyRole")
    case .reopen, .admit: return outcome("setClientPassword", "modifyRole")
    case .mend: return outcome("modifyRole")
    case .remove: return outcome("deleteClient")
    case .look:
      let answer = outcome("getClient")
      guard answer == .done else { return answer }
      let roles = response("getClient")?["data"]?["client"]?["roles"]
      let rights = response("getRole")?["data"]?["role"]?["acls"]
      guard has(roles, Self.role(of: order.device)) else { return .damaged }
      switch Right.all(in: rights) {
      case Set(ofMember(order.device)): return .done
      case Set(toJoin(order.device)): return .invited
      default: return .damaged
      }
    }
  }

  /// Nobody was let in yet where there is no group.
  private func found(_ response: JSON?) -> AccountAnswer {
    if response?["error"] == .text("Group not found") { return .found([]) }
    guard case .list(let clients) = response?["data"]?["group"]?["clients"] else { return .refused }
    return .found(
      clients.compactMap { client in
        guard case .text(let name) = client["username"] else { return nil }
        return DeviceName(name)?.text
      })
  }

  private var description: String { "Loam, \(tree.base)" }

  private func has(_ roles: JSON?, _ name: String) -> Bool {
    guard case .list(let roles) = roles else { return false }
    return roles.contains { $0["rolename"] == .text(name) }
  }

  /// What nobody allowed an account is allowed: then its rights say nothing.
  private static func isLax(_ response: JSON) -> Bool {
    guard case .list(let defaults) = response["data"]?["acls"] else { return true }
    return ["publishClientSend", "subscribe"].contains { type in
      defaults.contains { $0["acltype"] == .text(type) && $0["allow"] != false }
    }
  }

  private static func role(of device: DeviceID) -> String { "loam-\(device)" }

  private func toJoin(_ device: DeviceID) -> [Right] {
    [Right(kind: "publishClientSend", topic: "\(tree.root)/d/\(device)/\(Self.join)")]
  }

  private static let join = "up/\(Topic.Up.join.rawValue)"

  private func ofMember(_ device: DeviceID) -> [Right] {
    let read = ["bridge/#", "state/#", "d/\(device)/dn/#"].map { "\(tree.root)/\($0)" }
    return read.map { Right(kind: "publishClientReceive", topic: $0) }
      + read.map { Right(kind: "subscribePattern", topic: $0) }
      + [Right(kind: "publishClientSend", topic: "\(tree.root)/d/\(device)/up/#")]
  }
}

/// What an account may do.
private struct Right: Sendable, Hashable {
  var kind: String
  var topic: String

  var json: JSON { ["acltype": .text(kind), "topic": .text(topic), "priority": 0, "allow": true] }

  /// `nil`: something stands there that is no right of ours.
  static func all(in list: JSON?) -> Set<Right>? {
    guard case .list(let list) = list else { return nil }
    var rights: Set<Right> = []
    for one in list {
      guard case .text(let kind) = one["acltype"], case .text(let topic) = one["topic"], one["allow"] == true
      else { return nil }
      rights.insert(Right(kind: kind, topic: topic))
    }
    return rights
  }
}
