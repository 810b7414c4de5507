import BridgeConfig
import GardenCore
import GardenTopics
import GardenWords
import LoamKit

/// An automation blueprint: it makes the phone of Home Assistant's app a device of the contract. What the bridge tells Home
/// Assistant's own device becomes a notification there, buttons and replies come back as our own documents, and what runs is a
/// Live Activity (iPhone) or Live Update (Android).
///
/// An automation remembers nothing across a restart of Home Assistant. So all that an answer needs stands in the id of its button,
/// and what is on the screen follows from the retained documents, which the broker tells again.
struct PhoneBlueprint {
  let settings: BridgeSettings
  let device: DeviceID
  let entities: [AnnouncedEntity]

  var fileName: String { "\(tag)_notifications.yaml" }

  /// Tells our buttons and notifications from all others, and two bridges apart.
  var tag: String {
    let base = settings.bridge.baseTopic
    return base == "plants"
      ? "loam" : "loam_\(base.map { $0.isLetter || $0.isNumber ? $0 : "_" }.map(String.init).joined())"
  }

  var root: String { "\(settings.bridge.baseTopic)/v1" }
  var topics: String { "\(root)/d/\(device)" }
  var words: Phrasebook { Languages.of(settings.language) ?? Languages.english }

  /// Seconds that two clocks may differ by (Protocol.md, *Common rules*).
  var skew: Int64 { settings.plan.site.clockSkew.milliseconds / 1000 }

  var text: String {
    """
    # Notifications of \(settings.bridge.name) on phones with Home Assistant's app. Made by `loam export home-assistant`.
    #
    # Put this file into Home Assistant's folder under blueprints/automation/loam/, then Settings > Automations > Create >
    # "\(title)". Or in automations.yaml:
    #
    #   - alias: Plants on my phone
    #     use_blueprint:
    #       path: loam/\(fileName)
    #       input: {notify_service: notify.mobile_app_my_phone}
    #
    # One automation for each phone. The first answer counts; the others' notifications go away.
    blueprint:
      name: \(YAMLText.quoted(title))
      description: >-
        Shows the reminders and alarms of the plant bridge on a phone, and sends its buttons and replies back as answers.
        A reminder that is answered anywhere disappears. A watering is shown while it runs.
      domain: automation
      homeassistant:
        min_version: "2024.3.0"
      input:
        notify_service:
          name: Notify service
          description: Of one phone, such as notify.mobile_app_my_phone, or of a group of phones.
          default: notify.notify
          selector:
            text:
        categories:
          name: What is told
          description: Kinds of notifications that are shown.
          default: \(list(Self.categories))
          selector:
            select:
              multiple: true
              options: \(list(Self.categories))
        activities:
          name: Waterings
          description: >-
            Whether what runs is shown, as a Live Activity (iPhone, iOS 17.2) or a Live Update (Android 16). An older phone shows a
            notification.
          default: true
          selector:
            boolean:
        tap:
          name: What a tap opens
          description: A page of Home Assistant.
          default: /lovelace
          selector:
            text:
    mode: parallel
    max: 100
    trigger:
      - platform: mqtt
        topic: \(YAMLText.quoted("\(topics)/dn/notify"))
        id: notify
      - platform: mqtt
        topic: \(YAMLText.quoted("\(topics)/dn/withdraw"))
        id: withdraw
      - platform: mqtt
        topic: \(YAMLText.quoted("\(root)/state/activity/+"))
        id: activity
      # Nothing begins with an ack. It is heard all the time, so that the one that is waited for cannot be missed.
      - platform: mqtt
        topic: \(YAMLText.quoted("\(topics)/dn/ack"))
        id: ack
      - platform: event
        event_type: mobile_app_notification_action
        id: answer
      - platform: homeassistant
        event: start
        id: hello
    \(connection)
    condition: "{{ trigger.id != 'ack' }}"
    variables:
      service: !input notify_service
      categories: !input categories
      activities: !input activities
      tap: !input tap
      buttons:
    \(buttons)
    \(answerWords)
      sliders: {\(sliders)}
    action:
      - choose:
    \(hello)
    \(told)
    \(withdrawn)
    \(answered)
    \(shown)

    """
  }

  private var title: String { "Loam: notifications of \(settings.bridge.name)" }

  private static let categories = BuiltInCategories.all.map(\.id).filter { $0 != .wateringControl }.map(
    \.text)

  private func list(_ words: [String]) -> String { "[" + words.joined(separator: ", ") + "]" }

  private var buttons: String {
    BuiltInCategories.all.filter { $0.id != .wateringControl && !$0.buttons.isEmpty }.map { plan in
      let titles = plan.buttons.map { button in
        "\(button.action): \(YAMLText.quoted(words("action_\(button.action)")))"
      }
      return "    \(plan.id): {\(titles.joined(separator: ", "))}"
    }.joined(separator: "\n")
  }

  /// The entity that a tap on a slider's question opens, by control.
  private var sliders: String {
    entities.compactMap { entity in
      guard entity.entity == "setpoint", let subject = entity.subject else { return nil }
      return "\(subject)-setpoint: \(entity.id)"
    }.joined(separator: ", ")
  }

  /// Home Assistant has connected to the broker anew, or the bridge has come back.
  private var connection: String {
    guard let entity = entities.first(where: { $0.subject == nil && $0.entity == "connection" }) else {
      return ""
    }
    return """
        - platform: state
          entity_id: \(entity.id)
          to: "on"
          id: hello
      """
  }

  /// An expression of Jinja as text of a title or a message. Home Assistant reads these two as templates once more, and a word such
  /// as `None` as a value, and Android reads tags of HTML: an invisible word joiner (U+2060) keeps all this from happening to what people
  /// have typed.
  func plain(_ expression: String) -> String {
    "{{ '\u{2060}' ~ ((\(expression)) | string | replace('{', '{\u{2060}') | replace('<', '<\u{2060}')) }}"
  }
}
