import BridgeConfig
import GardenTopics

/// Notifications and their withdrawals, each acknowledged, and the hello after which the bridge repeats what was missed.
extension PhoneBlueprint {
  var hello: String {
    """
          - conditions: "{{ trigger.id == 'hello' }}"
            sequence:
              - service: mqtt.publish
                data:
                  topic: \(YAMLText.quoted("\(topics)/up/hello"))
                  qos: 1
                  retain: true
                  payload: >-
                    {"device":"\(device)","kind":"phone","protocol":1,"caps":["notify","actions","slider"],
                    "actions_max":3,"ts":\(CommandTemplates.now),"v":1}
    """
  }

  /// A digest has the first button that fits for each of three plants; another notification its first three for its plant; a question
  /// with a slider a reply.
  var told: String {
    """
          - conditions: "{{ trigger.id == 'notify' and trigger.payload_json is defined }}"
            sequence:
              - variables:
                  told: "{{ trigger.payload_json }}"
                  late: "{{ told.note.get('clock') != 'unset' and told.note.exp + \(skew) < now().timestamp() }}"
                  slider: "{{ told.control if told.aps.category == 'SETPOINT_ADJUST' else {} }}"
                  entity: "{{ sliders.get(slider.get('id', ''), '') }}"
                  range: >-
                    {% set s = slider %}\(range)
                  actions: >-
                    {% set named = buttons.get(told.aps.category, {}) %}
                    {% set found = namespace(all=[]) %}
                    {% set digest = told.aps.category in ['WATERING_DIGEST', 'WATERING_DIGEST_OFFER'] %}
                    {% for plant in (told.plants[:3] if digest else [told.get('plant', {})]) %}
                    {% set dry = digest and 'water' not in plant %}
                    {% set mine = named.items() | rejectattr(0, 'eq', 'water_start' if dry else '') | list %}
                    {% for action, title in mine[:1 if digest else 3] %}
                    {% set id = ['\(tag)', service, action, told.note.key, told.aps.category, plant.get('id', ''),
                       told.note.id, told.note.rev, plant.get('name', told.aps.alert.title)] | join('|') %}
                    {% set words = title ~ (': ' ~ plant.name if digest else '') %}
                    {% set found.all = found.all + [{'action': id, 'title': words}] %}
                    {% endfor %}{% endfor %}
                    {% if slider %}
                    {% set id = ['\(tag)', service, 'set', told.note.key, slider.id, slider.unit,
                       slider.get('display_unit', ''), slider.min, slider.max, slider.step, slider.rev,
                       told.aps.alert.title] | join('|') %}
                    {% set found.all = [\(reply("id"))] %}
                    {% endif %}
                    {{ found.all }}
              - if: "{{ told.aps.category in categories and not late }}"
                then:
                  - service: "{{ service }}"
                    continue_on_error: true
                    data:
                      title: "\(plain("told.aps.alert.title"))"
                      message: "\(plain("[told.aps.alert.get('subtitle'), told.aps.alert.get('body')] | select | join('. ')"))"
                      data:
                        tag: "\(tag)-{{ told.note.key }}"
                        group: "{{ told.aps.get('thread-id', 'plants') }}"
                        actions: "{{ actions }}"
                        url: "{{ tap ~ ('?more-info-entity-id=' ~ entity if entity else '') }}"
                        clickAction: "{{ 'entityId:' ~ entity if entity else tap }}"
                        push:
                          interruption-level: "{{ told.aps.get('interruption-level', 'active') }}"
    \(acknowledged("told.note.id"))
    """
  }

  var withdrawn: String {
    """
          - conditions: "{{ trigger.id == 'withdraw' and trigger.payload_json is defined }}"
            sequence:
              - service: "{{ service }}"
                continue_on_error: true
                data:
                  message: clear_notification
                  data:
                    tag: "\(tag)-{{ trigger.payload_json.key }}"
    \(acknowledged("trigger.payload_json.id"))
    """
  }

  /// That the document came, not that somebody saw it.
  private func acknowledged(_ id: String) -> String {
    """
              - service: mqtt.publish
                data:
                  topic: \(YAMLText.quoted("\(topics)/up/ack"))
                  qos: 1
                  payload: >-
                    {"re":"{{ \(id) }}","ok":true,"code":"accepted","ts":\(CommandTemplates.now),"v":1}
    """
  }
}
