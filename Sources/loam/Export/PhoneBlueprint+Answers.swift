import BridgeConfig
import GardenTopics
import GardenWords
import LoamKit

/// A button that was pressed, or a number that was typed, becomes a command with an id of its own and an end after which it must not
/// act. What the bridge says to it is shown on the phone where it was given.
///
/// The id of a button is `tag|service|action|key|category|plant|note|rev|name`, that of a reply
/// `tag|service|set|key|control|unit|display unit|min|max|step|rev|name`.
extension PhoneBlueprint {
  /// A refusal after which the question is still open: it is shown in the question's place and may be answered anew.
  private static let open: [AckCode] = [.refused, .busy, .rateLimited, .outOfRange, .offStep, .conflict]

  private static let codes: [AckCode: String] = [.conflict: "code_conflict_plain"]

  var answerWords: String {
    let codes = AckCode.allCases.filter { !$0.isOK }.compactMap { code -> String? in
      let key = Self.codes[code] ?? "code_\(code.rawValue)"
      let text = words(key, [:])
      return text == key ? nil : "    \(code.rawValue): \(YAMLText.quoted(text))"
    }
    // Those whose sentence needs an amount stay with the code's words.
    let reasons = Why.Word.allCases.compactMap { word -> String? in
      let sentences = [["name", "until"], ["name", "until", "valve"]].map { names in
        words(
          "reason_\(word.rawValue)", Dictionary(uniqueKeysWithValues: names.map { ($0, Optional("{\($0)}")) })
        )
      }
      guard let text = sentences.first(where: { !$0.contains("{valve}") }) ?? sentences.last,
        text != "reason_\(word.rawValue)", !text.contains("{most}")
      else { return nil }
      return "    \(word.rawValue): \(YAMLText.quoted(text))"
    }
    return "  codes:\n" + codes.joined(separator: "\n") + "\n  reasons:\n" + reasons.joined(separator: "\n")
  }

  /// Jinja: the range of the slider `s`, in the unit of who reads it.
  var range: String {
    let kept = ["low": "{low}", "high": "{high}"] as [String: String?]
    let stepped = words("slider_range", kept.merging(["step": "{step}"]) { first, _ in first })
    let decimal = words.format("decimal")
    let macro =
      "{% macro n(v) %}{{ (v | round(2) | string).removesuffix('.0') | replace('.', '\(decimal)') }}{% endmacro %}"
    let warm =
      "{{ \(jinja(words("slider_range", kept))) | replace('{low}', n(s.min * 1.8 + 32)) "
      + "| replace('{high}', n(s.max * 1.8 + 32) ~ ' °F') }}"
    let plain =
      "{{ \(jinja(stepped)) | replace('{low}', n(s.min)) | replace('{step}', n(s.step)) "
      + "| replace('{high}', n(s.max) ~ ' ' ~ s.unit) }}"
    return macro + "{% if s.get('display_unit') == '°F' %}\(warm){% elif s %}\(plain){% endif %}"
  }

  /// Jinja: the button that opens a field for a number.
  func reply(_ id: String) -> String {
    let title = jinja(words("slider_reply"))
    return "{'action': \(id), 'title': \(title), 'behavior': 'textInput', 'textInputButtonTitle': \(title), "
      + "'textInputPlaceholder': range}"
  }

  /// A text as a literal of Jinja.
  func jinja(_ text: String) -> String {
    "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
  }

  private var noAnswer: String { jinja(words("code_no_answer")) }
  private var other: String { jinja(words("code_other", ["code": "{code}"])) }
  private var still: String { Self.open.map { "'\($0.rawValue)'" }.joined(separator: ", ") }

  var answered: String {
    """
          - conditions: "{{ trigger.id == 'answer'
              and trigger.event.data.get('action', '').startswith('\(tag)|' ~ service ~ '|') }}"
            sequence:
              - variables:
                  id: "\(CommandTemplates.newID)"
                  part: "{{ trigger.event.data.action.split('|') }}"
                  moves: "{{ part[2] == 'set' }}"
                  name: "{{ part[(11 if moves else 8):] | join('|') }}"
                  slider: >-
                    {{ {'min': part[7] | float, 'max': part[8] | float, 'step': part[9] | float, 'unit': part[5],
                    'display_unit': part[6]} if moves else {} }}
                  range: >-
                    {% set s = slider %}\(range)
                  # One number, with a point or a comma; in °F the nearest step is meant.
                  number: >-
                    {% set typed = trigger.event.data.get('reply_text', '') | string | replace(',', '.') | replace('−', '-')
                      | replace('–', '-') %}
                    {% set found = typed | regex_findall('-?[0-9]+(?:[.][0-9]+)?') %}
                    {% if not moves or found | length != 1 %}none{% elif part[6] == '°F' %}
                    {{ (slider.min + (((found[0] | float - 32) / 1.8 - slider.min) / slider.step) | round * slider.step)
                      | round(3) }}{% else %}{{ found[0] | float }}{% endif %}
                  sends: "{{ not moves or number != 'none' }}"
              - parallel:
                  - sequence:
                      - wait_for_trigger:
                          - platform: mqtt
                            topic: \(YAMLText.quoted("\(topics)/dn/ack"))
                            payload: "{{ id }}"
                            value_template: "{{ value_json.get('re', '') }}"
                        timeout:
                          seconds: "{{ 10 if sends else 0.1 }}"
                      - variables:
                          ack: "{{ wait.trigger.payload_json if wait.trigger else {} }}"
                          code: "{{ ack.get('code', '') }}"
                          open: "{{ not ack or code in [\(still)] }}"
    \(outcome)
                      - service: "{{ service }}"
                        continue_on_error: true
                        data:
                          title: "\(plain("name"))"
                          message: "\(plain("outcome"))"
                          data:
                            tag: "\(tag)-{{ part[3] ~ ('' if open else '-answer') }}"
                            actions: "{{ [again] if open else [] }}"
                            url: "{{ tap }}"
                            clickAction: "{{ tap }}"
                            push:
                              interruption-level: passive
                      - if: "{{ not open }}"
                        then:
                          - delay: 20
                          - service: "{{ service }}"
                            continue_on_error: true
                            data:
                              message: clear_notification
                              data:
                                tag: "\(tag)-{{ part[3] }}-answer"
                  - sequence:
                      - if: "{{ sends }}"
                        then:
                          # The wait beside this has begun by then.
                          - delay: {milliseconds: 100}
    \(published)
    """
  }

  /// In words: why, where the bridge says so, else what the code means.
  private var outcome: String {
    """
                          outcome: >-
                            {% set why = ack.get('why', {}) %}
                            {% if not sends %}{{ \(other) | replace('{code}', range) }}
                            {% elif not ack %}{{ \(noAnswer) }}
                            {% elif ack.ok and moves %}{{ ('→ ' if code == 'queued' else '✓ ') ~ trigger.event.data.get('reply_text', '') }}
                            {% elif ack.ok %}{{ '✓ ' ~ buttons.get(part[4], {}).get(part[2], '') }}
                            {% elif why.get('word', '') in reasons %}{{ '✗ ' ~ reasons[why.word] | replace('{name}', why.get('name', ''))
                              | replace('{valve}', why.get('valve', '')) | replace('{until}',
                              why.get('until', 0) | timestamp_custom('%H:%M')) }}
                            {% else %}{{ '✗ ' ~ codes.get(code, \(other) | replace('{code}', code)) ~ (' ' ~ range if code in
                              ['out_of_range', 'off_step'] else '') }}{% endif %}
                          again: >-
                            {% if moves %}{% set rev = ack.get('control', {}).get('rev', part[10]) %}
                            {% set id = (part[:10] + [rev] + part[11:]) | join('|') %}{{ \(reply("id")) }}
                            {% else %}{{ {'action': trigger.event.data.action,
                              'title': buttons.get(part[4], {}).get(part[2], '')} }}{% endif %}
    """
  }

  private var published: String {
    let head = "\"id\":\"{{ id }}\",\"at\":\(CommandTemplates.now),\"exp\":\(CommandTemplates.expiry),\"v\":1"
    return """
                            - service: mqtt.publish
                              data:
                                topic: "\(topics)/up/{{ 'set' if moves else 'action' }}"
                                qos: 1
                                payload: >-
                                  {% if moves %}{\(head),"control":"{{ part[4] }}","value":{{ number }},"unit":"{{ part[5] }}",
                                  "base":{{ part[10] }}}{% else %}{\(head),"action":"{{ part[2] }}","category":"{{ part[4] }}",
                                  {% if part[5] %}"plant":"{{ part[5] }}",{% endif %}"note":"{{ part[6] }}","key":"{{ part[3] }}",
                                  "rev":{{ part[7] }}}{% endif %}
      """
  }
}
