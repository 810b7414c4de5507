import BridgeConfig
import GardenCore
import GardenTopics
import GardenWords
import LoamKit

/// An automation blueprint: it makes the phone of Home Assistant's app a device of the contract. What the bridge tells Home
/// Assistant's own device becomes a notification there, buttons and replies come back as our own documents, and what runs is a
/// Live Activity (iPhone) or Live Update (Android). Its text is `phone-blueprint.yaml`; here is what differs between gardens and languages.
///
/// An automation remembers nothing across a restart of Home Assistant. So all that an answer needs stands in the id of its button:
/// `tag|service|action|key|category|plant|note|rev|name`, in that of a reply
/// `tag|service|set|key|control|unit|display unit|min|max|step|rev|name`. What is on the screen follows from the retained documents, which the
/// broker tells again. A digest has the first button that fits for each of three plants; another notification its first three for its
/// plant; a question with a slider a reply. An acknowledgement says that the document came, not that somebody saw it.
///
/// What runs is shown in coarse steps, the phone counting the time between them. Each document begins a run of the automation that waits
/// for the next one of its activity, as long as it counts as fresh. Where none comes, because the bridge, the broker or the valve is gone,
/// that run clears the screen. An activity's id is a UUID, so neither its tag nor the event needs the base topic in it: an iPhone takes no
/// tag of more than 64 letters, and Home Assistant no such event.
struct PhoneBlueprint {
  let settings: BridgeSettings
  let device: DeviceID
  let entities: [AnnouncedEntity]

  var fileName: String { "\(tag)_notifications.yaml" }

  var text: String { TextTemplate.filled(PackageResources.phone_blueprint_yaml, by: value) }

  private func value(at place: Substring, of what: String) -> String {
    switch place {
    case "bridge": settings.bridge.name
    case "device": device
    case "file_name": fileName
    case "title": title
    case "quoted_title": YAMLText.quoted(title)
    case "tag": tag
    case "topics": topics
    case "topic": YAMLText.quoted("\(topics)/\(what)")
    case "garden_topic": YAMLText.quoted("\(settings.bridge.baseTopic)/v1/\(what)")
    // Seconds that two clocks may differ by (Protocol.md, *Common rules*).
    case "skew": "\(settings.plan.site.clockSkew.milliseconds / 1000)"
    case "categories": "[\(Self.categories.map(\.id.text).joined(separator: ", "))]"
    case "buttons": buttons
    case "sliders": sliders
    case "connection": connection
    case "answer_words": answerWords
    case "range": range
    case "reply": reply(what)
    case "plain": plain(what)
    case "watering": jinja(words(.entityWatering))
    case "heating": jinja(words(.entityHeating))
    case "no_answer": jinja(words(.codeNoAnswer))
    case "other": jinja(words(.codeOther, ["code": "{code}"]))
    case "still": Self.open.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    case "new_id": CommandTemplates.newID
    case "now": CommandTemplates.now
    case "expiry": CommandTemplates.expiry
    default: "«\(place)»"
    }
  }

  /// Tells our buttons and notifications from all others, and two bridges apart.
  private var tag: String {
    let base = settings.bridge.baseTopic
    return base == "plants"
      ? "loam" : "loam_\(base.map { $0.isLetter || $0.isNumber ? $0 : "_" }.map(String.init).joined())"
  }

  private var topics: String { "\(settings.bridge.baseTopic)/v1/d/\(device)" }
  private var title: String { "Loam: notifications of \(settings.bridge.name)" }
  private var words: Phrasebook { Languages.of(settings.language) ?? Languages.english }

  private static let categories = BuiltInCategories.all.filter { $0.id != .wateringControl }
  /// A refusal after which the question is still open: it is shown in the question's place and may be answered anew.
  private static let open: [AckCode] = [.refused, .busy, .rateLimited, .outOfRange, .offStep, .conflict]

  private var buttons: String {
    Self.categories.filter { !$0.buttons.isEmpty }.map { plan in
      let titles = plan.buttons.map { button in
        "\(button.action): \(YAMLText.quoted(words(button.title)))"
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

  /// What the bridge says to an answer, in words.
  private var answerWords: String {
    let codes = AckCode.allCases.filter { !$0.isOK }.compactMap { code -> String? in
      code.text == .codeOther ? nil : "    \(code.rawValue): \(YAMLText.quoted(words(code.text)))"
    }
    // Those whose sentence needs an amount stay with the code's words.
    let reasons = Why.Word.allCases.compactMap { word -> String? in
      let sentences = [["name", "until"], ["name", "until", "valve"]].map { names in
        word.text.map { words($0, Dictionary(uniqueKeysWithValues: names.map { ($0, Optional("{\($0)}")) })) }
      }.compactMap(\.self)
      guard let text = sentences.first(where: { !$0.contains("{valve}") }) ?? sentences.last,
        !text.contains("{most}")
      else { return nil }
      return "    \(word.rawValue): \(YAMLText.quoted(text))"
    }
    return "  codes:\n" + codes.joined(separator: "\n") + "\n  reasons:\n" + reasons.joined(separator: "\n")
  }

  /// Jinja: the range of the slider `s`, in the unit of who reads it.
  private var range: String {
    let kept = ["low": "{low}", "high": "{high}"] as [String: String?]
    let stepped = words(.sliderRange, kept.merging(["step": "{step}"]) { first, _ in first })
    let decimal = words.format("decimal")
    let macro =
      "{% macro n(v) %}{{ (v | round(2) | string).removesuffix('.0') | replace('.', '\(decimal)') }}{% endmacro %}"
    let warm =
      "{{ \(jinja(words(.sliderRange, kept))) | replace('{low}', n(s.min * 1.8 + 32)) "
      + "| replace('{high}', n(s.max * 1.8 + 32) ~ ' °F') }}"
    let plain =
      "{{ \(jinja(stepped)) | replace('{low}', n(s.min)) | replace('{step}', n(s.step)) "
      + "| replace('{high}', n(s.max) ~ ' ' ~ s.unit) }}"
    return macro + "{% if s.get('display_unit') == '°F' %}\(warm){% elif s %}\(plain){% endif %}"
  }

  /// Jinja: the button that opens a field for a number.
  private func reply(_ id: String) -> String {
    let title = jinja(words(.sliderReply))
    return "{'action': \(id), 'title': \(title), 'behavior': 'textInput', 'textInputButtonTitle': \(title), "
      + "'textInputPlaceholder': range}"
  }

  /// An expression of Jinja as text of a title or a message. Home Assistant reads these two as templates once more, and a word such
  /// as `None` as a value, and Android reads tags of HTML: an invisible word joiner (U+2060) keeps all this from happening to what people
  /// have typed.
  private func plain(_ expression: String) -> String {
    "{{ '\u{2060}' ~ ((\(expression)) | string | replace('{', '{\u{2060}') | replace('<', '<\u{2060}')) }}"
  }

  /// A text as a literal of Jinja.
  private func jinja(_ text: String) -> String {
    "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
  }
}
