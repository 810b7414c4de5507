import Foundation
@testable import GardenCore
import LoamKit
import MQTTTypes
import Testing

@testable import GardenTopics

/// Orders in the plugin's words, and its answers as mosquitto 2.0.11 gave them.
struct DynamicSecurityTests {
  private let session = House.unique(77)

  private func words() throws -> DynamicSecurity {
    DynamicSecurity(tree: try #require(TopicTree()), session: session, group: "loam-3k2")
  }

  private func order(_ kind: AccountOrder.Kind) -> AccountOrder {
    AccountOrder(number: 3, kind: kind, device: "wall-abcd")
  }

  /// What is made of the plugin's answer to that order.
  private func answer(_ responses: String, to kind: AccountOrder.Kind, mark: String? = nil) throws
    -> AccountAnswer?
  {
    let correlation = mark ?? "\(session) 3"
    let text = "{\"responses\":[\(responses)]}".replacing("§", with: "\"correlationData\":\"\(correlation)\"")
    return try words().answer(in: Array(text.utf8)) { $0 == 3 ? order(kind) : nil }?.answer
  }

  private func commands(_ kind: AccountOrder.Kind) throws -> [[String: Any]] {
    let publication = try #require(try words().publication(for: order(kind), password: "secret"))
    #expect(publication.topic == "$CONTROL/dynamic-security/v1" && !publication.isRetained)
    let root = try JSONSerialization.jsonObject(with: Data(publication.payload)) as? [String: Any]
    return try #require(root?["commands"] as? [[String: Any]])
  }

  @Test func `an invited account may join and nothing else`() throws {
    let commands = try commands(.open(name: "Wall"))
    #expect(
      commands.map { $0["command"] as? String } == [
        "createGroup", "createRole", "modifyRole", "createClient",
      ])
    let rights = try #require(commands[2]["acls"] as? [[String: Any]])
    #expect(rights.count == 1 && rights[0]["acltype"] as? String == "publishClientSend")
    #expect(rights[0]["topic"] as? String == "plants/v1/d/wall-abcd/up/join")
    #expect(
      commands[3]["password"] as? String == "secret" && commands[3]["username"] as? String == "wall-abcd")
    #expect(commands[3]["groups"] as? [[String: String]] == [["groupname": "loam-3k2"]])
    #expect(commands.allSatisfy { $0["correlationData"] as? String == "\(session) 3" })
  }

  @Test func `a new password comes before the rights of a device`() throws {
    #expect(
      try commands(.admit).map { $0["command"] as? String } == [
        "setClientPassword", "createRole", "modifyRole",
      ])
  }

  @Test(arguments: [
    (
      #"{"command":"createRole",§,"error":"Role already exists"},{"command":"modifyRole",§},{"command":"createClient",§}"#,
      AccountAnswer.done
    ),
    (
      #"{"command":"createRole",§},{"command":"modifyRole",§},{"command":"createClient",§,"error":"Client already exists"}"#,
      .refused
    ),
    (
      #"{"command":"createRole",§},{"command":"modifyRole",§,"error":"Internal error"},{"command":"createClient",§}"#,
      .refused
    ),
    (#"{"command":"createRole",§}"#, .refused),
  ])
  func `an account is open when it was made with its rights`(responses: String, expected: AccountAnswer)
    throws
  {
    #expect(try answer(responses, to: .open(name: "Wall")) == expected)
  }

  @Test func `what is gone already is removed`() throws {
    #expect(try answer(#"{"command":"deleteClient",§},{"command":"deleteRole",§}"#, to: .remove) == .done)
    #expect(
      try answer(#"{"command":"deleteClient",§,"error":"Client not found"}"#, to: .remove) == .missing)
    #expect(
      try answer(#"{"command":"setClientPassword",§,"error":"Client not found"}"#, to: .admit) == .missing)
  }

  @Test func `an account is looked at with its role and every right`() throws {
    let rights = try #require(try commands(.mend)[1]["acls"] as? [[String: Any]])
    func look(roles: String, rights: [[String: Any]]) throws -> AccountAnswer? {
      let acls = String(decoding: try JSONSerialization.data(withJSONObject: rights), as: UTF8.self)
      return try answer(
        #"{"command":"getClient",§,"data":{"client":{"username":"wall-abcd","roles":\#(roles),"groups":[]}}},"#
          + #"{"command":"getRole",§,"data":{"role":{"rolename":"loam-wall-abcd","acls":\#(acls)}}}"#,
        to: .look)
    }
    let own = #"[{"rolename":"loam-wall-abcd"}]"#
    #expect(try look(roles: own, rights: rights) == .done)
    #expect(try look(roles: own, rights: rights.reversed()) == .done)
    #expect(try look(roles: "[]", rights: rights) == .damaged)
    #expect(try look(roles: own, rights: Array(rights.dropLast())) == .damaged)
    let asInvited = try #require(try commands(.open(name: "Wall"))[2]["acls"] as? [[String: Any]])
    #expect(try look(roles: own, rights: asInvited) == .invited)
    var more = rights
    more.append(["acltype": "publishClientSend", "topic": "#", "priority": 0, "allow": true])
    #expect(try look(roles: own, rights: more) == .damaged)
    #expect(try answer(#"{"command":"getClient",§,"error":"Client not found"}"#, to: .look) == .missing)
  }

  @Test func `whom the broker has is named by the group of the store`() throws {
    #expect(try commands(.sweep).map { $0["groupname"] as? String } == ["loam-3k2"])
    #expect(
      try answer(
        #"{"command":"getGroup",§,"data":{"group":{"groupname":"loam-3k2","clients":[{"username":"wall-abcd"},"#
          + #"{"username":"No Name of Ours"},{}],"roles":[]}}}"#, to: .sweep) == .found(["wall-abcd"]))
    #expect(try answer(#"{"command":"getGroup",§,"error":"Group not found"}"#, to: .sweep) == .found([]))
    for response in [
      #"{"command":"getGroup",§,"error":"x"}"#, #"{"command":"getGroup",§}"#, #"{"command":"x",§}"#,
    ] {
      #expect(try answer(response, to: .sweep) == .refused)
    }
  }

  @Test func `a broker that allows what no role forbids obeys, and is not trusted`() throws {
    func probe(_ subscribe: Bool) throws -> AccountAnswer? {
      try answer(
        #"{"command":"getDefaultACLAccess",§,"data":{"acls":[{"acltype":"publishClientSend","allow":false},"#
          + #"{"acltype":"subscribe","allow":\#(subscribe)}]}}"#, to: .probe)
    }
    #expect(try probe(false) == .done)
    #expect(try probe(true) == .damaged)
    #expect(try answer(#"{"command":"getDefaultACLAccess",§,"error":"x"}"#, to: .probe) == .refused)
  }

  @Test func `answers to somebody else, or to nothing, tell nothing`() throws {
    let done = #"{"command":"deleteClient",§}"#
    #expect(try answer(done, to: .remove, mark: "\(House.unique(78)) 3") == nil)
    #expect(try answer(done, to: .remove, mark: "\(session) 4") == nil)
    #expect(try answer(#"{"command":"deleteClient"}"#, to: .remove) == nil)
    for text in ["", "{", "[]", #"{"responses":[]}"#, #"{"responses":[7]}"#] {
      #expect(try words().answer(in: Array(text.utf8)) { _ in order(.remove) } == nil)
    }
  }
}
