internal import GardenWords
internal import LoamKit

internal import struct GardenCore.Moment

// MARK: - What people answer

extension Courier {
  /// How long the service waits for its own answer before it is given one.
  static let queryMilliseconds: Int64 = 4_000

  mutating func take(_ press: Press, at now: Moment) {
    let words = words
    let place = memory.items.firstIndex { $0.marks.contains { $0.word == press.word } }
    guard let place, let mark = memory.items[place].marks.first(where: { $0.word == press.word }),
      memory.items[place].fate == .open
    else {
      memory.count(.stale)
      answer(press.query, words(.codeUnknownNote), at: now)
      return strip(press.handle, at: now)
    }
    adopt(press.handle, place)
    if let key = Item.Slider.Key(rawValue: press.button) { return slide(key, press, place, at: now) }
    guard let number = Int(press.button), mark.buttons.indices.contains(number) else {
      memory.count(.stale)
      return answer(press.query, words(.codeUnknownNote), at: now)
    }
    if memory.items[place].matter == .trial {
      return tried(place, button: number, press, at: now)
    }
    act(on: place, mark.buttons[number], mark, press, at: now)
  }

  /// A sealed answer: ours, in time, and for the first time. Where it was read up to is remembered with what follows from it.
  mutating func take(_ line: NtfyLine, at now: Moment) {
    guard case .ntfy(let ntfy) = address else { return }
    memory.position = line.id
    guard let seal = Seal(line.message, for: device.text, sealedWith: ntfy.key) else {
      return memory.count(.forged)
    }
    guard seal.expires > now.wall.seconds else { return memory.count(.expired) }
    let name = "\(seal.word).\(seal.button)"
    guard !memory.used.contains(where: { $0.seal == name }) else { return memory.count(.replayed) }
    if memory.used.count >= CourierMemory.usedMax { memory.used.removeFirst() }
    memory.used.append(CourierMemory.Used(seal: name, until: seal.expires))
    let time = min(line.time, now.wall.seconds)
    take(Press(word: seal.word, button: seal.button, earliest: time, latest: time), at: now)
  }

  /// A message that arrived although nobody knew of it is the one from now on, or goes where another has come meanwhile.
  private mutating func adopt(_ handle: Int64?, _ place: Int) {
    guard let handle, case .edit = abilities.updates, memory.items[place].handle != handle,
      !memory.items[place].strays.contains(handle)
    else { return }
    if memory.items[place].handle == nil, memory.items[place].begun > 0 {
      memory.items[place].handle = handle
      memory.items[place].sent = max(memory.items[place].sent, memory.items[place].begun)
    } else {
      memory.items[place].strays.append(handle)
    }
  }

  private mutating func tried(_ place: Int, button: Int, _ press: Press, at now: Moment) {
    if let id = MessageID(memory.items[place].note) {
      trials.append(TrialStep(id: id, milliseconds: now.wall.milliseconds, button: button))
    }
    memory.items[place].result = line("✓", memory.items[place].buttons[button].title, at: now)
    memory.items[place].fate = .closed
    memory.items[place].version += 1
    answer(press.query, "✓", at: now)
  }

  private mutating func act(
    on place: Int, _ button: Item.Button, _ mark: Item.Mark, _ press: Press, at now: Moment
  ) {
    let item = memory.items[place]
    guard let action = ActionName(button.action), let category = CategoryName(mark.category),
      let note = MessageID(item.note)
    else { return answer(press.query, words(.codeRefused), at: now) }
    let isOld = now.wall.seconds - press.earliest > Item.doubtSecondsMax
    if isOld, action == .waterStart || action == .waterRelease {
      return refuse(place, press, at: now)
    }
    // Where it is not known when it was pressed, the earliest moment holds: nothing counts for longer than it may.
    let at = isOld ? press.earliest : min(press.latest, now.wall.seconds)
    let expires = item.expiry(of: button.action, at: now.wall.seconds)
    let message = ActionMessage(
      id: newID(at: now), category: category, action: action, plant: mark.plant.flatMap { SubjectName($0) },
      at: EpochSeconds(clamping: at), note: note, key: ReminderKey(item.key), rev: mark.rev,
      value: action == .waterStart ? mark.seconds.map(Double.init) : nil,
      exp: EpochSeconds(clamping: expires), litres: action == .waterStart ? mark.litres : nil)
    guard let json = try? DocumentCodec.encode(message) else {
      memory.count(.refused)
      return answer(press.query, words(.codeRefused), at: now)
    }
    post(
      CourierMemory.Answer(
        id: message.id.text, form: .action, json: String(decoding: json, as: UTF8.self), item: item.key,
        note: item.note, title: button.title, expires: expires, query: press.query), at: now)
  }

  /// It came too late to move anything, and the person is told.
  private mutating func refuse(_ place: Int, _ press: Press, at now: Moment) {
    memory.count(.expired)
    deny(place, words(.codeExpired), at: now)
    answer(press.query, words(.codeExpired), at: now)
  }

  /// Why nothing came of an answer stands where it was given, with buttons that may be pressed again: a sealed one acts only once.
  mutating func deny(_ place: Int, _ why: String, at now: Moment) {
    memory.items[place].result = line("✗", why, at: now)
    memory.items[place].version += 1
    if case .ntfy = address { memory.items[place].mark(chance.word(12)) }
  }

  private mutating func slide(_ key: Item.Slider.Key, _ press: Press, _ place: Int, at now: Moment) {
    guard var slider = memory.items[place].slider else { return answer(press.query, "", at: now) }
    let words = words
    let range = "\(Face.amount(slider.min, slider, words)) … \(Face.amount(slider.max, slider, words))"
    let steps: Double
    switch key {
    case .less: steps = -1
    case .more: steps = 1
    case .muchLess: steps = -5
    case .muchMore: steps = 5
    case .value: return answer(press.query, range, at: now)
    case .set: return set(slider, press, place, at: now)
    }
    let number = ((slider.chosen - slider.min) / slider.step).rounded() + steps
    let most = ((slider.max - slider.min) / slider.step).rounded(.down)
    let chosen = slider.min + min(most, max(0, number)) * slider.step
    guard chosen != slider.chosen else { return answer(press.query, range, at: now) }
    slider.chosen = chosen
    memory.items[place].slider = slider
    memory.items[place].version += 1
    answer(press.query, Face.amount(chosen, slider, words), at: now)
  }

  private mutating func set(_ slider: Item.Slider, _ press: Press, _ place: Int, at now: Moment) {
    guard now.wall.seconds - press.earliest <= Item.doubtSecondsMax, slider.until > now.wall.seconds else {
      return refuse(place, press, at: now)
    }
    guard let control = ControlName(slider.control) else {
      return answer(press.query, words(.codeRefused), at: now)
    }
    let expires = min(slider.until, now.wall.seconds + 300)
    let message = SetMessage(
      id: newID(at: now), control: control, value: slider.chosen, unit: slider.unit, base: slider.rev,
      at: EpochSeconds(clamping: min(press.latest, now.wall.seconds)), exp: EpochSeconds(clamping: expires))
    guard let json = try? DocumentCodec.encode(message) else {
      return answer(press.query, words(.codeRefused), at: now)
    }
    let title = Face.amount(slider.chosen, slider, words)
    memory.items[place].result = line("…", title, at: now)
    memory.items[place].version += 1
    post(
      CourierMemory.Answer(
        id: message.id.text, form: .set, json: String(decoding: json, as: UTF8.self),
        item: memory.items[place].key, note: memory.items[place].note, title: title, expires: expires,
        query: press.query), at: now)
  }

  /// Stored before it is sent: a crash in between repeats it with the same id.
  private mutating func post(_ posted: CourierMemory.Answer, at now: Moment) {
    guard memory.answers.count < CourierMemory.answersMax else {
      memory.count(.dropped)
      if let place = memory.items.firstIndex(where: { $0.key == posted.item }) {
        deny(place, words(.codeRateLimited), at: now)
      }
      return answer(posted.query, words(.codeRateLimited), at: now)
    }
    memory.answers.append(posted)
    memory.count(.answers)
    if let query = posted.query {
      queue(CourierMemory.Query(id: query, text: "", due: now.wall.milliseconds + Self.queryMilliseconds))
    }
  }

  /// What the service wants answered, with words that it shows where the button was pressed.
  mutating func answer(_ query: String?, _ text: String, at now: Moment) {
    guard let query else { return }
    queue(CourierMemory.Query(id: query, text: text, due: now.wall.milliseconds))
  }

  /// A message that arrived twice, or whose end nobody could write, has buttons that do nothing: with the first press they go.
  private mutating func strip(_ handle: Int64?, at now: Moment) {
    guard let handle, case .edit = abilities.updates,
      !memory.items.contains(where: { $0.handle == handle || $0.strays.contains(handle) })
    else { return }
    queue(
      CourierMemory.Query(id: "buttons of \(handle)", text: "", due: now.wall.milliseconds, handle: handle))
  }

  private mutating func queue(_ query: CourierMemory.Query) {
    memory.queries.removeAll { $0.id == query.id }
    if memory.queries.count >= CourierMemory.queriesMax {
      memory.queries.removeFirst()
      memory.count(.dropped)
    }
    memory.queries.append(query)
  }

  /// The service takes one answer to it; what comes later stands in the message alone.
  mutating func forget(query id: String) {
    memory.queries.removeAll { $0.id == id }
    for i in memory.answers.indices where memory.answers[i].query == id { memory.answers[i].query = nil }
  }

  /// Commands that are not on their way leave, also those of an earlier life of the process.
  mutating func act(at now: Moment) {
    for answer in memory.answers where !leaving.contains(answer.id) {
      leaving.insert(answer.id)
      switch answer.form {
      case .action:
        guard let message = try? DocumentCodec.decode(ActionMessage.self, from: answer.json.utf8) else {
          continue
        }
        effects.append(.act(message))
      case .set:
        guard let message = try? DocumentCodec.decode(SetMessage.self, from: answer.json.utf8) else {
          continue
        }
        effects.append(.move(message))
      }
    }
  }

  /// The bridge's word on an answer is shown where the answer was given.
  mutating func settle(_ ack: Ack, at now: Moment) {
    guard let id = ack.re?.text, let place = memory.answers.firstIndex(where: { $0.id == id }) else { return }
    let posted = memory.answers.remove(at: place)
    leaving.remove(id)
    let isDone = ack.ok && ack.code != .alreadyDone
    let text = isDone ? posted.title : reason(ack)
    let shown = memory.items.firstIndex { $0.key == posted.item && $0.note == posted.note }
    if !isDone, let shown, memory.items[shown].fate != .open, let result = memory.items[shown].result {
      // A second tap takes nothing back from the first: that stands there, and is said again.
      return answer(posted.query, result, at: now)
    }
    answer(posted.query, (isDone ? "✓ " : "✗ ") + text, at: now)
    guard let shown else { return }
    if !ack.ok, memory.items[shown].fate == .open { return deny(shown, text, at: now) }
    let before = (memory.items[shown].result, memory.items[shown].fate)
    if ack.code == .queued {
      // Its device's own report decides.
      memory.items[shown].awaits = memory.items[shown].slider?.control
      memory.items[shown].result = line("…", posted.title, at: now)
    } else {
      memory.items[shown].result = line(isDone ? "✓" : "✗", text, at: now)
    }
    // Whoever moves the slider of a question with answers has not answered it.
    let isAnswered = posted.form == .action || memory.items[shown].buttons.isEmpty
    if ack.ok, isAnswered { memory.items[shown].fate = memory.items[shown].fate == .gone ? .gone : .closed }
    // The withdrawal may have said so already.
    if before == (memory.items[shown].result, memory.items[shown].fate) { return }
    memory.items[shown].isLoud = false
    memory.items[shown].version += 1
  }

  mutating func settle(_ control: ControlState, at now: Moment) {
    guard let place = memory.items.firstIndex(where: { $0.awaits == control.id.text }),
      let slider = memory.items[place].slider
    else { return }
    let words = words
    switch control.phase {
    case .settled:
      guard let value = control.value else { return }
      memory.items[place].result = line("✓", Face.amount(value, slider, words), at: now)
    case .rejected:
      memory.items[place].result = line("✗", words(.codeRefused), at: now)
    case .noAnswer:
      memory.items[place].result = line("✗", words(.codeNoAnswer), at: now)
    default: return
    }
    memory.items[place].awaits = nil
    memory.items[place].version += 1
  }
}
