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

  package func water(_ facts: WaterWords) -> Alert {
    var reading = "依排程今天該澆水了。"
    if let moisture = facts.moisture {
      reading = "土壤濕度 \(moisture)"
      if let limit = facts.limit { reading += "，低於設定的 \(limit)" }
      if let since = facts.since { reading += "，自\(since)起偏乾" }
      reading += "。"
    }
    let dates =
      facts.neverWatered
      ? "尚未澆過水；下次澆水：\(facts.next)。" : "上次澆水：\(facts.last)；下次澆水：\(facts.next)。"
    return Alert(title: facts.plant, subtitle: "該澆水了", body: reading + dates)
  }

  package func digest(names: [String]) -> Alert {
    Alert(
      title: "有 \(names.count) 盆植物該澆水了", subtitle: "最急的排在最前",
      body: names.joined(separator: "、"))
  }

  package func noRise(plant: String, moisture: String, last: String) -> Alert {
    Alert(
      title: plant, subtitle: "探針沒有測到水",
      body: "\(last)已標記為澆過水，但土壤濕度仍為 \(moisture)。請檢查植物和探針。")
  }

  package func climate(plant: String, _ trouble: ClimateTrouble, value: String, limit: String) -> Alert {
    let (subtitle, what, side) =
      switch trouble {
      case .dry: ("太乾了", "土壤濕度", "低於")
      case .wet: ("太濕了", "土壤濕度", "高於")
      case .cold: ("太冷了", "溫度", "低於")
      case .hot: ("太熱了", "溫度", "高於")
      case .dark: ("光照不足", "光照", "低於")
      case .bright: ("光照過強", "光照", "高於")
      case .hungry: ("該施肥了", "土壤電導率", "低於")
      case .salty: ("肥料過多", "土壤電導率", "高於")
      }
    return Alert(title: plant, subtitle: subtitle, body: "\(what) \(value)，\(side)設定的 \(limit)。")
  }

  package func setpoint(
    place: String, isCold: Bool, value: String, limit: String, device: String, setpoint: String?
  ) -> Alert {
    let reading = "溫度 \(value)，\(isCold ? "低於" : "高於")設定的 \(limit)。"
    let present = setpoint.map { "\(device)目前設為 \($0)。" } ?? "\(device)尚未回報設定值。"
    return Alert(
      title: place, subtitle: isCold ? "太冷了" : "太熱了", body: "\(reading)\(present)要調整嗎？")
  }

  package func sensor(_ id: String, plant: String, _ trouble: SensorWords) -> Alert {
    let (subtitle, body) =
      switch trouble {
      case .silent: ("感測器沒有消息", "\(id) 已經很久沒有傳來資料。")
      case .unreadable: ("感測器資料異常", "\(id) 有資料傳來，但數值都不可信。")
      case .batteryLow: ("感測器電量低", "請更換 \(id) 的電池。")
      case .offline: ("感測器離線", "\(id) 已中斷連線。")
      }
    return Alert(title: plant, subtitle: subtitle, body: body)
  }

  package func valve(_ name: String, plant: String?, _ trouble: ValveWords) -> Alert {
    let (subtitle, body) =
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
    return Alert(title: name, subtitle: subtitle, body: plant.map { "\(body)植物：\($0)。" } ?? body)
  }

  package func heater(_ name: String, place: String?, _ trouble: HeaterWords) -> Alert {
    let (subtitle, body) =
      switch trouble {
      case .stuckOn: ("加熱器沒有關閉", "可能還在加熱，請拔掉電源插頭。")
      case .didNotSwitchOn: ("加熱器沒有回應", "溫度過低，但加熱器沒有回報已開啟。")
      case .blind: ("溫度未知", "沒有可靠的溫度計，加熱器保持關閉。")
      case .noEffect: ("加熱沒有效果", "加熱器已開啟，但溫度沒有上升。")
      }
    return Alert(title: name, subtitle: subtitle, body: place.map { "\(body)地點：\($0)。" } ?? body)
  }

  package func stopped(by name: String?) -> Alert {
    Alert(
      title: "緊急停止", subtitle: name.map { "操作者：\($0)" } ?? "由主機訊號觸發",
      body: "閥門和加熱器正在關閉。解除之前，不會澆水，也不會加熱。")
  }

  package func timeUp(plant: String?) -> Alert {
    guard let plant else { return Alert(title: "時間到", body: "倒數計時已結束。") }
    return Alert(title: plant, subtitle: "時間到", body: "倒數計時已結束。要標記為已澆水嗎？")
  }

  package var dryLimitTitle: String { "低於此濕度時澆水" }
  package var setpointTitle: String { "溫度設定" }
  package var wateringHasStarted: String { "已開始澆水。" }

  package func watering(_ plant: String, _ phase: WateringWords) -> String {
    switch phase {
    case .opening: "正在打開閥門：\(plant)"
    case .running: "正在給\(plant)澆水"
    case .closing: "正在關閉閥門：\(plant)"
    case .finished: "\(plant)澆水完成"
    case .moistEnough: "\(plant)已經夠濕潤"
    case .stopped(let person): person.map { "\($0)已停止澆水：\(plant)" } ?? "已停止澆水：\(plant)"
    case .failed: "澆水失敗：\(plant)"
    case .interrupted(let why): "澆水中斷（\(reason(why))）：\(plant)"
    case .unknown: "不清楚澆水如何結束：\(plant)"
    }
  }

  package var countdownHasStarted: String { "已開始倒數計時。" }
  package var countdownName: String { "倒數計時" }

  package func countdown(_ plant: String?, _ phase: CountdownWords) -> String {
    let title =
      switch phase {
      case .counting: "倒數計時"
      case .timeUp: "時間到"
      case .stopped(let person): person.map { "\($0)已停止倒數計時" } ?? "已停止倒數計時"
      case .interrupted(let why): "倒數計時中斷（\(reason(why))）"
      }
    return plant.map { "\(title)：\($0)" } ?? title
  }

  private func reason(_ why: InterruptionWords) -> String {
    switch why {
    case .bridgeStopped: "橋接器已停止"
    case .clock: "時鐘不準"
    case .restart: "斷電之後"
    case .configuration: "設定已變更"
    case .interlock: "聯鎖生效"
    }
  }
}
