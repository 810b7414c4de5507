package import GardenCore
package import LoamKit

/// Answers to questions that the garden can give at once.
extension Renderer {
  /// Where a device's answers go, and how many bytes of payload it takes there.
  package func replyPlace(of device: DeviceID) -> (topic: String, bytesMax: Int)? {
    guard let name = DeviceName(device) else { return nil }
    let topic = tree.text(.down(name, .reply))
    return (topic, reader(device).payloadBytesMax(on: topic, kind: MessageReply.bytesMax))
  }

  /// The payload of `dn/reply`, at most `bytesMax`; `nil`: the answer is on the disk, and is looked up elsewhere.
  package func reply(
    to head: CommandHead, _ question: MessageRequest.Question, from garden: borrowing Garden, at now: Moment,
    upTo bytesMax: Int
  ) throws(DocumentError) -> [UInt8]? {
    let reader = reader(head.device)
    let answer: MessageReply.Answer
    switch question {
    case .history, .historyFile, .photo, .blob, .invitation: return nil
    case .accounts: answer = .accounts(try accounts(for: head.device, from: garden))
    case .allPlants(let request): answer = .allPlants(try plants(request, from: garden, at: now))
    case .reminders:
      let open = garden.openReminders(at: now)
      var states: [ReminderState] = []
      for reminder in open.prefix(ReminderList.countMax) {
        states.append(try state(of: reminder, for: reader, at: now))
      }
      answer = .reminders(ReminderList(states, more: Self.more(open.count - states.count)))
    case .explain(let request):
      guard let snapshot = garden.snapshot(of: request.plant.text, at: now) else {
        throw DocumentError(.unknownPlant, at: "/content/plant", "no such plant")
      }
      let hearings = garden.hearings(of: request.plant.text, at: now)
      answer = .explain(detail(request.plant, snapshot, heard: heard(hearings), at: now))
    case .context(let request): answer = .context(try context(request, for: head.device, from: garden))
    case .glance(let request):
      answer = .glance(GlanceAnswer(try state(of: garden.glance(at: now), at: now), shown: request.rev))
    }
    let reply = MessageReply(re: try messageID(head.id), answer)
    return try DocumentCodec.encode(reply, upTo: bytesMax) { reply, excess in
      Self.shorten(&reply.content, by: excess)
    }
  }

  private func context(
    _ request: ContextRequest, for asker: DeviceID, from garden: borrowing Garden
  ) throws(DocumentError) -> ContextAnswer {
    let device = request.device
    guard garden.plan.areOfOnePerson(asker, device.text) else {
      throw DocumentError(.forbidden, at: "/content/device", "no device of the same person")
    }
    guard let heard = garden.context(of: device.text) else { return ContextAnswer(device: device, nil) }
    let content = try MessageContent(Array(heard.content.utf8))
    return ContextAnswer(
      device: device, AppContext(rev: heard.revision, ts: moment(heard.at), content: content))
  }

  private func accounts(
    for asker: DeviceID, from garden: borrowing Garden
  ) throws(DocumentError) -> AccountList {
    guard let role = garden.plan.device(asker)?.role, role == .operator else {
      throw DocumentError(.forbidden, "only an operator may ask that")
    }
    return AccountList(
      try garden.accountsKnown.map { (account) throws(DocumentError) in
        AccountList.Account(
          device: try name(DeviceName.self, account.id), name: account.name, person: account.person,
          role: Self.role(account.role), state: Self.state(account.phase), until: account.until.map(moment),
          seen: account.seenAt.map(moment))
      })
  }

  private static func state(_ phase: AccountMemory.Phase) -> AccountList.Account.State {
    switch phase {
    case .invited: .invited
    case .member: .member
    case .leaving: .leaving
    }
  }

  private func plants(
    _ request: PlantsRequest, from garden: borrowing Garden, at now: Moment
  ) throws(DocumentError) -> PlantList {
    let wanted = Set(request.fields ?? PlantsRequest.usual)
    let (plants, more) = garden.plantFacts(
      after: request.after?.text, count: request.count ?? PlantList.plantsMax, at: now)
    let needsState = wanted.contains("condition") || wanted.contains("moisture")
    var list: [PlantList.Plant] = []
    for facts in plants {
      let dates = try dates(facts, at: now)
      var plant = PlantList.Plant(id: dates.id)
      if wanted.contains("name") { plant.name = dates.name }
      if wanted.contains("lastWateringDate") {
        plant.lastWateringDate = dates.lastDate
        plant.neverWatered = facts.neverWatered ? true : nil
      }
      if wanted.contains("nextWateringDate") {
        (plant.nextWateringDate, plant.nextBecause) = (dates.nextDate, dates.nextBecause)
      }
      if needsState, let snapshot = garden.snapshot(of: facts.id, at: now) {
        if wanted.contains("condition") { plant.condition = condition(snapshot) }
        if wanted.contains("moisture") {
          plant.moisture = Measure.number(
            snapshot.moisture.value, digits: 1, in: 0...100, beside: [snapshot.dryBelow])
        }
      }
      list.append(plant)
    }
    return PlantList(list, more: Self.more(more))
  }

  private static func more(_ count: Int) -> Int? { count > 0 ? count : nil }

  /// Lists lose their end, and say how much of it.
  private static func shorten(_ answer: inout MessageReply.Answer, by excess: Int) -> Bool {
    switch answer {
    case .allPlants(var list):
      let gone = cut(&list.response, by: excess, each: 40)
      list.more = more((list.more ?? 0) + gone)
      answer = .allPlants(list)
      return gone > 0
    case .reminders(var list):
      let gone = cut(&list.reminders, by: excess, each: 800)
      list.more = more((list.more ?? 0) + gone)
      answer = .reminders(list)
      return gone > 0
    case .explain(var detail):
      defer { answer = .explain(detail) }
      return detail.sensors.popLast() != nil
    case .accounts(var list):
      let gone = cut(&list.accounts, by: excess, each: 150)
      list.more = more((list.more ?? 0) + gone)
      answer = .accounts(list)
      return gone > 0
    case .history, .glance, .context, .blob, .photo, .historyFile, .invitation: return false
    }
  }

  /// - Parameter bytes: no entry is smaller by much, so that few rounds lead to what fits and little is lost.
  private static func cut<Item>(_ list: inout [Item], by excess: Int, each bytes: Int) -> Int {
    let gone = min(list.count, max(1, excess / (4 * bytes)))
    list.removeLast(gone)
    return gone
  }
}
