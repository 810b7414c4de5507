internal import GardenWords
internal import LoamKit

internal import struct GardenCore.Moment

// MARK: - What the bridge says

extension Courier {
  /// A new notification, a repeat of one, or a correction.
  mutating func show(_ message: NotificationMessage, at now: Moment) {
    let note = message.note
    defer { if isReachable { effects.append(.acknowledge(note.id)) } }
    // A bridge without a clock counts from the arrival.
    let expires =
      note.clock == .unset ? now.wall.seconds + (note.exp.seconds - note.ts.seconds) : note.exp.seconds
    guard expires > now.wall.seconds, !isPast(note.id.text, rev: note.rev) else { return }
    let place = memory.items.firstIndex { $0.key == note.key.text && $0.matter == .reminder }
    if let place, memory.items[place].note == note.id.text, memory.items[place].rev >= note.rev { return }
    var item = item(of: message, expires: expires)
    let word = chance.word(12)
    guard let place else {
      item.mark(word)
      return add(item)
    }
    let old = memory.items[place]
    if old.note == item.note { item.marks = old.marks }
    item.mark(word)
    if old.note != item.note { forget(old.note, rev: old.rev) }
    item.version = old.version + 1
    (item.sent, item.begun, item.sentAt, item.changedAt) = (old.sent, old.begun, old.sentAt, old.changedAt)
    (item.handle, item.strays) = (old.handle, old.strays)
    renew(&item)
    memory.items[place] = item
  }

  /// An edited message makes no sound: what shall be heard becomes a new one, and the old one goes.
  private func renew(_ item: inout Item) {
    guard item.isLoud, case .edit = abilities.updates, let handle = item.handle else { return }
    item.strays.append(handle)
    item.handle = nil
  }

  private func isPast(_ note: String, rev: Int) -> Bool {
    memory.past.contains { $0.note == note && $0.rev >= rev }
  }

  private func item(of message: NotificationMessage, expires: Int64) -> Item {
    let aps = message.aps
    var item = Item(
      key: message.note.key.text, matter: .reminder, note: message.note.id.text, rev: message.note.rev,
      expires: expires, category: aps.category.text, plant: message.plant?.id.text,
      plantName: message.plant?.name, title: aps.alert.title ?? "", subtitle: aps.alert.subtitle ?? "",
      body: aps.alert.body ?? "", isLoud: aps.sound != nil, isUrgent: aps.interruptionLevel == .timeSensitive)
    item.document = passedOn(message)
    item.buttons = buttons(of: message)
    item.seconds = message.water?.seconds
    item.litres = message.water?.litres
    if abilities.sliders == .row, let slider = message.control {
      item.slider = Item.Slider(
        control: slider.id.text, unit: slider.unit, showsFahrenheit: slider.displayUnit == "°F",
        min: slider.min, max: slider.max, step: slider.step, rev: slider.rev, until: slider.until.seconds,
        chosen: slider.value ?? slider.min)
    }
    return item
  }

  /// The most important first, and no more than the channel shows.
  private func buttons(of message: NotificationMessage) -> [Item.Button] {
    let category = message.aps.category
    let words = words
    var buttons = (categories[category]?.actions ?? []).map { action in
      (id: action.id, title: memory.language.map(action.title(in:)) ?? action.title)
    }
    if buttons.isEmpty, categories[category] == nil {
      // The category's own document may come later than the notification.
      buttons = (BuiltInCategories.plan(of: category)?.buttons ?? []).map { ($0.action, words($0.title)) }
    }
    if let wanted = message.note.actions {
      buttons = wanted.compactMap { id in buttons.first { $0.id == id } }
    }
    if !address.mayMoveWater { buttons.removeAll { $0.id == .waterStart || $0.id == .waterRelease } }
    return buttons.prefix(abilities.buttonsMax).map { Item.Button(action: $0.id.text, title: $0.title) }
  }

  mutating func withdraw(_ message: WithdrawMessage, at now: Moment) {
    if isReachable { effects.append(.acknowledge(message.id)) }
    let place = memory.items.firstIndex {
      $0.key == message.key.text && $0.matter == .reminder && $0.note == message.note.text
    }
    guard let place else { return }
    var item = memory.items[place]
    forget(item.note, rev: item.rev)
    guard item.fate == .open else { return }
    let isAnswered = message.reason == .done || message.reason == .deferred
    let own = memory.answers.first { $0.note == item.note }
    if isAnswered, message.by == device, let own {
      // The ack of our own answer may come later.
      item.result = line("✓", own.title, at: now)
    } else if item.result == nil, isAnswered, showsResults {
      // Where it was read, it is also read what became of it.
      item.result = line("✓", message.by?.text, at: now)
    }
    item.fate = item.result != nil && isAnswered ? .closed : .gone
    item.isLoud = false
    item.version += 1
    memory.items[place] = item
  }

  /// Whether what was shown can go on saying what became of it, without a sound.
  private var showsResults: Bool {
    if case .web = address { return true }
    if case .edit = abilities.updates { return true }
    return false
  }

  mutating func step(_ message: ActivityMessage, at now: Moment) {
    let (head, aps) = (message.activity, message.aps)
    let place = memory.items.firstIndex { $0.key == head.id.text && $0.matter == .run }
    if aps.event == .end {
      guard let place else { return }
      var item = memory.items[place]
      guard item.fate == .open, item.rev < head.seq else { return }
      item.fate = .closed
      (item.rev, item.body, item.progress) = (head.seq, aps.contentState.title, nil)
      item.document = passedOn(message)
      item.title = item.plantName ?? item.title
      item.version += 1
      memory.items[place] = item
      forget(item.note, rev: .max)
      return
    }
    guard let place else {
      guard !isPast(head.id.text, rev: head.seq), aps.event == .start || aps.contentState.progress < 1 else {
        return
      }
      let name = aps.attributes?.name
      var item = Item(
        key: head.id.text, matter: .run, note: head.id.text, rev: head.seq,
        expires: now.wall.seconds + ActivityLifecycle.onScreen, category: "", plant: head.plant?.text,
        plantName: name, title: name ?? aps.alert?.title ?? "💧", subtitle: "",
        body: aps.contentState.title, isLoud: false, isUrgent: false)
      item.progress = aps.contentState.progress
      item.document = passedOn(message)
      if aps.event == .start { item.opening = item.document }
      return add(item)
    }
    var item = memory.items[place]
    guard item.fate == .open, item.rev < head.seq else { return }
    item.rev = head.seq
    var passed = message
    if aps.alert == nil, !item.isSettled, let told = item.document.flatMap(Apns.message)?.aps,
      told.event == .update
    {
      passed.aps.alert = told.alert
    }
    item.document = passedOn(passed)
    let isSeen =
      item.document != nil
      || abilities.progress == .steps
        && (Face.bar(item.progress) != Face.bar(aps.contentState.progress)
          || item.body != aps.contentState.title)
    (item.progress, item.body) = (aps.contentState.progress, aps.contentState.title)
    if isSeen { item.version += 1 }
    memory.items[place] = item
  }

  /// A question with two buttons that the bridge knows nothing of.
  mutating func tryOut(_ id: MessageID, at now: Moment) {
    let words = words
    var item = Item(
      key: "trial", matter: .trial, note: id.text, rev: 1, expires: now.wall.seconds + 300, category: "",
      title: "Loam", subtitle: "", body: "loam-push test", isLoud: true, isUrgent: true)
    item.buttons = [(ActionName.waterDone, TextKey.actionWaterDone), (.waterLater, .actionWaterLater)].map {
      .init(action: $0.text, title: words($1))
    }
    item.buttons = Array(item.buttons.prefix(abilities.buttonsMax))
    item.mark(chance.word(12))
    let key = errand?.key
    memory.items.removeAll { $0.matter == .trial && $0.key != key }
    guard !memory.items.contains(where: { $0.matter == .trial }) else { return }
    add(item)
  }

  /// A message of this device's own about another one of the same person. What was not seen yet needs no end.
  mutating func report(_ outage: ChannelOutage, at now: Moment) {
    let (out, back) = ("channel-\(outage.device)", "channel-\(outage.device)-back")
    let note = "\(out) \(outage.since ?? 0)"
    if memory.items.contains(where: { $0.key == out && $0.note == note }) { return }
    var wasUnseen = false
    for i in memory.items.indices
    where [out, back].contains(memory.items[i].key) && memory.items[i].fate == .open {
      wasUnseen = outage.since == nil && memory.items[i].key == out && memory.items[i].begun == 0
      memory.items[i].fate = .gone
      memory.items[i].version += 1
    }
    if wasUnseen { return }
    var item = Item(
      key: outage.since == nil ? back : out, matter: .reminder, note: note, rev: 1,
      expires: now.wall.seconds + 86_400,
      category: "", title: "Loam", subtitle: "",
      body: CourierMemory.sentence(outage.name, outage.since, calendar, at: now, words),
      isLoud: outage.since != nil,
      isUrgent: false)
    item.mark(chance.word(12))
    add(item)
  }
}
