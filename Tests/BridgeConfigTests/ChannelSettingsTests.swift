import BridgeConfig
import Foundation
import Testing

@Suite struct ChannelSettingsTests {
  private let garden = """
    sensors: {probe: {family: zigbee2mqtt, topic: zigbee2mqtt/Basil}}
    plants: {basil: {sensors: probe}}
    people:
      anna: {devices: {anna-telegram: {role: operator}, anna-ntfy: {}, family-feishu: {role: viewer}}}
    push: {account: {username: loam-push, password_env: LOAM_MQTT_PASSWORD}}
    channels:
      anna-telegram: {kind: telegram, token_env: LOAM_TELEGRAM_TOKEN}
      anna-ntfy: {kind: ntfy, server: "https://ntfy.example/", topic_env: LOAM_NTFY_TOPIC, answer_topic_env: LOAM_NTFY_ANSWER_TOPIC}
      family-feishu:
        kind: webhook
        url_env: LOAM_WEBHOOK_URL
        body: '{"msg_type":"text","content":{"text":"{title}\\n{body}"}}'

    """

  @Test func `each channel is read with its defaults and its secrets`() throws {
    let push = try read(garden).get().push
    #expect(push.account?.username == "loam-push")
    #expect(push.folder == "push")
    #expect(push.channels.map(\.device) == ["anna-telegram", "anna-ntfy", "family-feishu"])
    guard case .telegram(let server, let token) = push.channels[0].way,
      case .ntfy(let ntfy) = push.channels[1].way,
      case .webhook(let url, let body) = push.channels[2].way
    else {
      Issue.record("other kinds")
      return
    }
    #expect(server == "https://api.telegram.org")
    #expect(token.revealed == "123456:aaaaaaaaaaaaaaaaaaaaaaaa")
    #expect(ntfy.server == "https://ntfy.example")
    #expect(ntfy.topic.revealed == "garden_9f2" && ntfy.answerTopic?.revealed == "answers_77c")
    #expect(ntfy.messagesPerDay == 250 && ntfy.token == nil)
    #expect(url.revealed == "https://hook.example/key/hunter2")
    #expect(body.contains(#"{title}\n{body}"#))
  }

  @Test func `the bridge names the secrets of channels and does not read them`() throws {
    let settings = try ConfigFile.read(
      text: garden, fileName: "loam.yaml", environment: [:],
      readSecret: { _ in .failure(FileUnreadable("not permitted")) }, reader: .bridge
    ).get()
    #expect(settings.push.channels.count == 3)
    #expect(
      settings.push.channels.first?.way == .telegram(server: "https://api.telegram.org", token: Secret("")))
  }

  @Test func `a channel of an app of one's own has the whole key, and the server for which a token holds`()
    throws
  {
    // PKCS #8 up to the private key itself, which is nobody's.
    let head: [UInt8] = [
      0x30, 0x41, 0x02, 0x01, 0x00, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06,
      0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x04, 0x27,
    ]
    let key = Data(head + Array(repeating: 1, count: 39)).base64EncodedString()
    let pem = "-----BEGIN PRIVATE KEY-----\n\(key)\n-----END PRIVATE KEY-----\n"
    let channel =
      "{kind: apns, app: com.example.loam, key_id: ABC123DEFG, team_id: DEF123GHIJ, key_file: /etc/loam/key.p8}"
    let text = """
      sensors: {probe: {family: zigbee2mqtt, topic: zigbee2mqtt/Basil}}
      plants: {basil: {sensors: probe}}
      people: {anna: {devices: {anna-phone: {}}}}
      channels: {anna-phone: \(channel)}

      """
    let settings = try ConfigFile.read(
      text: text, fileName: "loam.yaml", environment: [:], readSecret: { _ in .success(pem) }
    ).get()
    guard case .apns(let apns)? = settings.push.channels.last?.way else {
      Issue.record("another kind")
      return
    }
    #expect(apns.app == "com.example.loam" && apns.keyID == "ABC123DEFG" && apns.team == "DEF123GHIJ")
    #expect(apns.key.revealed == pem && apns.server == nil && apns.authorities == nil)
    var dumped = ""
    dump(settings, to: &dumped)
    #expect(!dumped.contains(key))
  }

  @Test func `no description or dump of the settings shows what a channel is reached with`() throws {
    let settings = try read(garden).get()
    var dumped = ""
    dump(settings, to: &dumped)
    for secret in ["123456:aaaa", "garden_9f2", "answers_77c", "hook.example", "hunter2"] {
      #expect(!dumped.contains(secret) && !"\(settings)".contains(secret))
    }
  }
}
