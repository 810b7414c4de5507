import BridgeConfig
import GardenCore
import GardenTopics
import GardenWords
import LoamKit

/// An automation blueprint: what the bridge tells Home Assistant's own device becomes a notification of its phone app, and the
/// buttons there answer over MQTT as our own action documents.
///
/// Everything that an answer needs stands in the button's action, so that it works after a restart of Home Assistant, and on
/// any phone that shows the notification.
struct ReminderBlueprint {
  let settings: BridgeSettings
  let device: DeviceID

  var fileName: String { "\(tag)_notifications.yaml" }

  /// Tells our buttons from all others, and two bridges apart.
  private var tag: String {
    let base = settings.bridge.baseTopic
    return base == "plants"
      ? "loam" : "loam_\(base.map { $0.isLetter || $0.isNumber ? $0 : "_" }.map(String.init).joined())"
  }

  private var topics: String { "\(settings.bridge.baseTopic)/v1/d/\(device)" }
  private var words: Phrasebook { Languages.of(settings.language) ?? Languages.english }

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
        Shows the reminders and alarms of the plant bridge on a phone, and sends its buttons back as answers.
        A reminder that is answered anywhere disappears.
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
        tap:
          name: What a tap opens
          description: A page of Home Assistant.
          default: /lovelace
          selector:
            text:
    mode: parallel
    max: 20
    max_exceeded: silent
    trigger:
      - platform: mqtt
        topic: \(YAMLText.quoted("\(topics)/dn/notify"))
        id: notify
      - platform: mqtt
        topic: \(YAMLText.quoted("\(topics)/dn/withdraw"))
        id: withdraw
      - platform: event
        event_type: mobile_app_notification_action
        id: answer
    variables:
      service: !input notify_service
      categories: !input categories
      tap: !input tap
      buttons:
    \(buttons)
    action:
      - choose:
    \(told)
    \(withdrawn)
    \(answered)

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

  /// A digest has its first button for each of three plants; another notification all its buttons for its plant.
  private var told: String {
    """
          - conditions: "{{ trigger.id == 'notify' and trigger.payload_json.aps.category in categories }}"
            sequence:
              - variables:
                  told: "{{ trigger.payload_json }}"
                  actions: >-
                    {% set d = trigger.payload_json %}
                    {% set named = buttons.get(d.aps.category, {}) %}
                    {% set found = namespace(all=[]) %}
                    {% set digest = d.aps.category == 'WATERING_DIGEST' %}
                    {% for plant in (d.plants[:3] if digest else [d.get('plant', {})]) %}
                    {% for action, title in named.items() if not digest or loop.first %}
                    {% set id = ['\(tag)', action, d.aps.category, plant.get('id', ''), d.note.id, d.note.key, d.note.rev,
                       this.entity_id] | join('|') %}
                    {% set words = title ~ (': ' ~ plant.name if digest else '') %}
                    {% set found.all = found.all + [{'action': id, 'title': words}] %}
                    {% endfor %}{% endfor %}
                    {{ found.all }}
              - service: "{{ service }}"
                data:
                  title: "{{ told.aps.alert.title }}"
                  message: "{{ [told.aps.alert.get('subtitle'), told.aps.alert.get('body')] | select | join('. ') }}"
                  data:
                    tag: "{{ told.note.key }}"
                    group: "{{ told.aps.get('thread-id', 'plants') }}"
                    actions: "{{ actions }}"
                    url: "{{ tap }}"
                    clickAction: "{{ tap }}"
                    push:
                      interruption-level: "{{ told.aps.get('interruption-level', 'active') }}"
    """
  }

  private var withdrawn: String {
    """
          - conditions: "{{ trigger.id == 'withdraw' }}"
            sequence:
              - service: "{{ service }}"
                data:
                  message: clear_notification
                  data:
                    tag: "{{ trigger.payload_json.key }}"
    """
  }

  /// Each phone's automation hears every answer: the one that showed the button sends it, and all take their notification away. A
  /// digest stays for its other plants.
  private var answered: String {
    """
          - conditions: "{{ trigger.id == 'answer' and trigger.event.data.get('action', '').split('|')[0] == '\(tag)' }}"
            sequence:
              - variables:
                  part: "{{ trigger.event.data.action.split('|') }}"
              - if: "{{ part[7] == this.entity_id }}"
                then:
                  - service: mqtt.publish
                    data:
                      topic: \(YAMLText.quoted("\(topics)/up/action"))
                      qos: 1
                      payload: >-
                        {"id":"\(CommandTemplates.newID)","at":\(CommandTemplates.now),"action":"{{ part[1] }}",
                        "category":"{{ part[2] }}",{% if part[3] %}"plant":"{{ part[3] }}",{% endif %}
                        "note":"{{ part[4] }}","key":"{{ part[5] }}","rev":{{ part[6] }},"v":1}
              - if: "{{ part[2] != 'WATERING_DIGEST' }}"
                then:
                  - service: "{{ service }}"
                    data:
                      message: clear_notification
                      data:
                        tag: "{{ part[5] }}"
    """
  }
}
