package import GardenCore
package import LoamKit

/// 繁體中文
package struct TraditionalChinese: Phrasebook {
  package init() {}

  package var tag: String { "zh-Hant" }
  package func understands(_ locale: String) -> Bool {
    guard locale.hasPrefix("zh-"), !locale.hasPrefix("zh-hans") else { return false }
    return ["hant", "tw", "hk", "mo"].contains { locale.contains("-\($0)") }
  }

  package func day(month: Int, day: Int) -> String { "\(month)月\(day)日" }

  /// Source: Unicode CLDR 48, `timeFormats` of zh-Hant.
  package func time(hour: Int, minute: Int) -> String {
    let text = ClockTime.text(hour: (hour + 11) % 12 + 1, minute: minute)
    return (hour < 12 ? "上午" : "下午") + (text.hasPrefix("0") ? String(text.dropFirst()) : text)
  }

  package func daysAgo(_ days: Int) -> String { "\(days) 天前" }

  package func noted(_ text: String, _ remark: String) -> String { "\(text)（\(remark)）" }

  package func button(_ titleKey: String) -> String? {
    switch titleKey {
    case "NotificationAction_Done": "已澆水"
    case "NotificationAction_Later": "稍後提醒"
    case "NotificationAction_Tomorrow": "明天再說"
    case "NotificationAction_Start": "立即澆水"
    case "NotificationAction_Stop": "停止澆水"
    case "NotificationAction_Seen": "已知悉"
    case "NotificationAction_Release": "解除"
    case "NotificationAction_CountdownStart": "開始倒數"
    case "NotificationAction_CountdownStop": "停止倒數"
    default: nil
    }
  }

  package func water(_ thirst: WaterWords) -> Alert {
    Alert(title: thirst.plant, subtitle: "該澆水了", body: reading(thirst) + last(thirst))
  }

  private func last(_ thirst: WaterWords) -> String {
    thirst.last.map { HanText.joined("上次澆水：", $0, "。") } ?? "還沒有澆水紀錄。"
  }

  private func reading(_ thirst: WaterWords) -> String {
    if thirst.isWord {
      guard let since = thirst.drySince else { return HanText.joined("依排程", thirst.dueSince, "起該澆水。") }
      return thirst.moisture == nil
        ? HanText.joined(since, "起偏乾，目前沒有讀數。") : HanText.joined("探針回報：", since, "起土壤偏乾。")
    }
    let limit = thirst.limit.map { "，下限 \($0)" } ?? ""
    guard let since = thirst.drySince else {
      let moisture = thirst.moisture.map { "土壤濕度 \($0)\(limit)。" } ?? ""
      return moisture + HanText.joined("依排程", thirst.dueSince, "起該澆水。")
    }
    let dry = HanText.joined(since, "起偏乾")
    guard let moisture = thirst.moisture else { return "\(dry)\(limit)，目前沒有讀數。" }
    return "土壤濕度 \(moisture)\(limit)，\(dry)。"
  }

  package func offer(after body: String, time: String, litres: String?) -> String {
    "\(body)立即澆水：\(litres.map { "\($0) 公升，最多 \(time)" } ?? time)。"
  }

  package func length(seconds: Int) -> String {
    seconds % 60 == 0 || seconds >= 600 ? "\((seconds + 30) / 60) 分鐘" : "\(seconds) 秒"
  }

  package func digest(_ plants: [WaterWords], more: Int) -> Alert {
    let lines = plants.map { thirst in
      guard let since = thirst.drySince else {
        return HanText.joined("\(thirst.plant)：", thirst.dueSince, "起該澆水")
      }
      if thirst.isWord { return HanText.joined("\(thirst.plant)：", since, "起偏乾") }
      let limit = thirst.limit.map { "（下限 \($0)）" } ?? ""
      return HanText.joined("\(thirst.plant)：\(thirst.moisture ?? "目前沒有讀數")\(limit)", since, "起偏乾")
    }
    return Alert(
      title: "有 \(plants.count + more) 盆植物該澆水了",
      subtitle: plants.count + more == 1 ? nil : "最急的排在最前",
      body: (lines + (more > 0 ? ["另有 \(more) 盆"] : [])).joined(separator: "；"))
  }

  package func noRise(_ thirst: WaterWords) -> Alert {
    let limit = thirst.limit.map { "（下限 \($0)）" } ?? ""
    let found = thirst.moisture.map { "仍為 \($0)\(limit)" } ?? "未知"
    let soil = thirst.isWord ? "探針仍回報偏乾" : "土壤濕度\(found)"
    return Alert(
      title: thirst.plant, subtitle: "探針沒有測到水",
      body: HanText.joined(thirst.last ?? "", "已標記為澆過水，但\(soil)。請檢查植物和探針。"))
  }

  package func climate(plant: String, _ trouble: ClimateTrouble, _ evidence: EvidenceWords) -> Alert {
    let (subtitle, what, side) =
      switch trouble {
      case .dry: ("太乾了", "土壤濕度", "下限")
      case .wet: ("太濕了", "土壤濕度", "上限")
      case .cold: ("太冷了", "溫度", "下限")
      case .hot: ("太熱了", "溫度", "上限")
      case .dark: ("光照不足", "光照", "下限")
      case .bright: ("光照過強", "光照", "上限")
      case .hungry: ("該施肥了", "土壤電導率", "下限")
      case .salty: ("肥料過多", "土壤電導率", "上限")
      }
    return Alert(title: plant, subtitle: subtitle, body: reading(what, side, evidence))
  }

  private func reading(_ what: String, _ side: String, _ evidence: EvidenceWords) -> String {
    let value = evidence.value.map { " \($0)" } ?? "未知"
    return "\(what)\(value)，\(side) \(evidence.limit)，" + HanText.joined("自", evidence.since, "起。")
  }

  package func setpoint(
    place: String, isCold: Bool, _ evidence: EvidenceWords, device: String, setpoint: String?, mayChange: Bool
  ) -> Alert {
    let reading = reading("溫度", isCold ? "下限" : "上限", evidence)
    let present =
      setpoint.map { HanText.joined(device, "目前設為 \($0)。") } ?? HanText.joined(device, "尚未回報設定值。")
    return Alert(
      title: place, subtitle: isCold ? "太冷了" : "太熱了", body: "\(reading)\(present)\(mayChange ? "要調整嗎？" : "")")
  }

  package func sensor(_ sensor: SensorWords) -> Alert {
    let heard =
      sensor.lastHeard.map { HanText.joined("上次收到：", $0, "。") }
      ?? HanText.joined("截至", sensor.since, "還沒有收到可用的資料。")
    let (subtitle, body) =
      switch sensor.trouble {
      case .silent: ("感測器沒有消息", heard + "請檢查電池和訊號。")
      case .refused: ("收不到感測器的資料", "伺服器拒絕訂閱它的主題。\(heard)請檢查伺服器的存取規則。")
      case .unreadable: ("感測器資料異常", "數值不可信。\(heard)請檢查接線和校正。")
      case .batteryLow:
        (
          "感測器電量低",
          (sensor.battery.map { "電量 \($0)，下限 \(sensor.batteryLow)，" } ?? "感測器回報電量低，")
            + HanText.joined("自", sensor.since, "起。請更換電池。")
        )
      case .offline: ("感測器離線", heard + "請檢查電源和連線。")
      case .faulty(let word): ("感測器故障", "它回報：\(word)。\(heard)請檢查感測器。")
      case .twofold:
        ("感測器讀數跳動", HanText.joined("自", sensor.since, "起，濕度在兩個數值之間來回跳動。請檢查是否有另一個探針使用相同的編號，或接線是否鬆脫。"))
      case .alarm(let word): ("感測器警報", "它回報：\(word)。" + HanText.joined("自", sensor.since, "起。"))
      }
    return Alert(
      title: sensor.name.map { "\(sensor.measures)：\($0)" } ?? sensor.measures, subtitle: subtitle,
      body: body)
  }

  package func valve(_ name: String, plant: String?, _ trouble: ValveTrouble, since: String) -> Alert {
    let (subtitle, body) = words(trouble)
    let found = plant.map { "植物：\($0)。" } ?? ""
    return Alert(
      title: name, subtitle: subtitle, body: body + found + HanText.joined("自", since, "起。"))
  }

  private func words(_ trouble: ValveTrouble) -> (subtitle: String, body: String) {
    switch trouble {
    case .didNotOpen: ("閥門沒有打開", "沒有出水。")
    case .didNotClose: ("閥門沒有關上", "水可能還在流，請關閉水龍頭。")
    case .shortOfWater: ("沒有水", "閥門已打開，但沒有水流出。")
    case .leaking: ("漏水", "閥門回報漏水，請檢查。")
    case .stuckOpen: ("閥門卡在打開狀態", "水正在流，請立即手動關閉水龍頭。")
    case .stateLies: ("水還在流", "閥門顯示已關閉，但水還在流，請立即手動關閉水龍頭。")
    case .noFlow: ("水沒有到達土壤", "閥門已打開，但沒有水流，請檢查水龍頭、幫浦和水管。")
    case .didNotReachSoil: ("水沒有到達土壤", "已經放水，但土壤沒有變濕，請檢查水管和滴頭。")
    case .flowsClosed: ("漏水", "閥門已關閉，但水還在流，請立即手動關閉總水閥。")
    case .tooLittle: ("水量不足", "時間已到，但水量沒有給夠，請檢查水壓和過濾器。")
    }
  }

  package func heater(
    _ name: String, place: String?, _ trouble: HeatTrouble, _ evidence: EvidenceWords
  ) -> Alert {
    let (subtitle, body) =
      switch trouble {
      case .stuckOn: ("加熱器沒有關閉", "可能還在加熱，請拔掉電源插頭。")
      case .didNotSwitchOn: ("加熱器沒有回應", "溫度過低，但加熱器沒有回報已開啟。")
      case .blind: ("溫度未知", "沒有可靠的溫度計，加熱器保持關閉。")
      case .noEffect: ("加熱沒有效果", "加熱器已開啟，但溫度沒有上升。")
      }
    let found = evidence.value.map { "溫度 \($0)，" } ?? ""
    return Alert(
      title: place.map { "\(name)，\($0)" } ?? name, subtitle: subtitle,
      body: "\(body)\(found)目標 \(evidence.limit)，" + HanText.joined("自", evidence.since, "起。"))
  }

  package func stopped(by name: String?, since: String) -> Alert {
    Alert(
      title: "緊急停止", subtitle: "\(name.map { "操作者：\($0)" } ?? "由主機訊號觸發")，\(since)",
      body: "閥門和加熱器正在關閉。解除之前，不會澆水，也不會加熱。")
  }

  package func timeUp(plant: String?, at time: String, mayAnswer: Bool) -> Alert {
    guard let plant else { return Alert(title: "時間到", body: "倒數計時已結束：\(time)。") }
    return Alert(
      title: plant, subtitle: "時間到", body: "倒數計時已結束：\(time)。" + (mayAnswer ? "要標記為已澆水嗎？" : ""))
  }

  package var dryLimitTitle: String { "低於此濕度時澆水" }
  package var setpointTitle: String { "溫度設定" }
  package func wateringHasStarted(until end: String) -> String {
    HanText.joined("已開始澆水，最晚", end, "結束。")
  }
  package func wateringFailed(_ trouble: ValveTrouble) -> String { words(trouble).body }

  package func watering(_ plant: String, _ phase: WateringWords) -> String {
    switch phase {
    case .opening: "正在打開閥門：\(plant)"
    case .running: HanText.joined("正在給", plant, "澆水")
    case .closing: "正在關閉閥門：\(plant)"
    case .finished: HanText.joined(plant, "澆水完成")
    case .moistEnough: HanText.joined(plant, "已經夠濕潤")
    case .stopped(let person): person.map { HanText.joined($0, "已停止澆水：\(plant)") } ?? "已停止澆水：\(plant)"
    case .failed: "澆水失敗：\(plant)"
    case .didNotOpen: "閥門沒有打開：\(plant)"
    case .interrupted(let why): "澆水中斷（\(reason(why))）：\(plant)"
    case .unknown: "不清楚澆水如何結束：\(plant)"
    }
  }

  package func countdownHasStarted(until end: String) -> String {
    HanText.joined("已開始倒數計時，", end, "結束。")
  }
  package var countdownName: String { "倒數計時" }

  package func countdown(_ plant: String?, _ phase: CountdownWords) -> String {
    let title =
      switch phase {
      case .counting: "倒數計時"
      case .timeUp: "時間到"
      case .stopped(let person): person.map { HanText.joined($0, "已停止倒數計時") } ?? "已停止倒數計時"
      case .interrupted(let why): "倒數計時中斷（\(reason(why))）"
      }
    return plant.map { "\(title)：\($0)" } ?? title
  }

  private func reason(_ why: Interruption) -> String {
    switch why {
    case .bridgeStopped: "Loam 已停止"
    case .clock: "時鐘不準"
    case .restart: "斷電之後"
    case .configuration: "設定已變更"
    case .interlock: "聯鎖生效"
    }
  }
}
