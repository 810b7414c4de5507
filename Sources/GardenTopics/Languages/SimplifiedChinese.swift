package import LoamKit

/// 简体中文
package struct SimplifiedChinese: Phrasebook {
  package init() {}

  package var tag: String { "zh-Hans" }
  package func understands(_ locale: String) -> Bool {
    guard locale == "zh" || locale.hasPrefix("zh-") else { return false }
    return locale.hasPrefix("zh-hans") || !["hant", "tw", "hk", "mo"].contains { locale.contains("-\($0)") }
  }

  package func day(month: Int, day: Int) -> String { "\(month)月\(day)日" }

  package func button(_ titleKey: String) -> String? {
    switch titleKey {
    case "NotificationAction_Done": "已浇水"
    case "NotificationAction_Later": "稍后提醒"
    case "NotificationAction_Tomorrow": "明天再说"
    case "NotificationAction_Start": "立即浇水"
    case "NotificationAction_Stop": "停止浇水"
    case "NotificationAction_Seen": "已知晓"
    case "NotificationAction_Release": "解除"
    case "NotificationAction_CountdownStart": "开始倒计时"
    case "NotificationAction_CountdownStop": "停止倒计时"
    default: nil
    }
  }

  package func water(_ facts: WaterWords) -> Alert {
    var reading = "按计划今天该浇水了。"
    if let moisture = facts.moisture {
      reading = "土壤湿度 \(moisture)"
      if let limit = facts.limit { reading += "，低于设定的 \(limit)" }
      if let since = facts.since { reading += "，自\(since)起偏干" }
      reading += "。"
    }
    let dates =
      facts.neverWatered
      ? "尚未浇过水；下次浇水：\(facts.next)。" : "上次浇水：\(facts.last)；下次浇水：\(facts.next)。"
    return Alert(title: facts.plant, subtitle: "该浇水了", body: reading + dates)
  }

  package func digest(names: [String]) -> Alert {
    Alert(
      title: "有 \(names.count) 盆植物该浇水了", subtitle: "最急的排在最前",
      body: names.joined(separator: "、"))
  }

  package func noRise(plant: String, moisture: String, last: String) -> Alert {
    Alert(
      title: plant, subtitle: "探头没有测到水",
      body: "\(last)已标记为浇过水，但土壤湿度仍为 \(moisture)。请检查植物和探头。")
  }

  package func climate(plant: String, _ trouble: ClimateTrouble, value: String, limit: String) -> Alert {
    let (subtitle, what, side) =
      switch trouble {
      case .dry: ("太干了", "土壤湿度", "低于")
      case .wet: ("太湿了", "土壤湿度", "高于")
      case .cold: ("太冷了", "温度", "低于")
      case .hot: ("太热了", "温度", "高于")
      case .dark: ("光照不足", "光照", "低于")
      case .bright: ("光照过强", "光照", "高于")
      case .hungry: ("该施肥了", "土壤电导率", "低于")
      case .salty: ("肥料过多", "土壤电导率", "高于")
      }
    return Alert(title: plant, subtitle: subtitle, body: "\(what) \(value)，\(side)设定的 \(limit)。")
  }

  package func setpoint(
    place: String, isCold: Bool, value: String, limit: String, device: String, setpoint: String?
  ) -> Alert {
    let reading = "温度 \(value)，\(isCold ? "低于" : "高于")设定的 \(limit)。"
    let present = setpoint.map { "\(device)目前设为 \($0)。" } ?? "\(device)尚未报告设定值。"
    return Alert(
      title: place, subtitle: isCold ? "太冷了" : "太热了", body: "\(reading)\(present)要调整吗？")
  }

  package func sensor(_ id: String, plant: String, _ trouble: SensorWords) -> Alert {
    let (subtitle, body) =
      switch trouble {
      case .silent: ("传感器没有消息", "\(id) 已经很久没有发来数据。")
      case .unreadable: ("传感器数据异常", "\(id) 有数据发来，但数值都不可信。")
      case .batteryLow: ("传感器电量低", "请更换 \(id) 的电池。")
      case .offline: ("传感器离线", "\(id) 已断开连接。")
      }
    return Alert(title: plant, subtitle: subtitle, body: body)
  }

  package func valve(_ name: String, plant: String?, _ trouble: ValveWords) -> Alert {
    let (subtitle, body) =
      switch trouble {
      case .didNotOpen: ("阀门没有打开", "没有出水。")
      case .didNotClose: ("阀门没有关上", "水可能还在流，请关闭水龙头。")
      case .shortOfWater: ("没有水", "阀门已打开，但没有水流出。")
      case .leaking: ("漏水", "阀门报告漏水，请检查。")
      case .stuckOpen: ("阀门卡在打开状态", "水正在流，请立即手动关闭水龙头。")
      case .stateLies: ("水还在流", "阀门显示已关闭，但水还在流，请立即手动关闭水龙头。")
      case .noFlow: ("水没有到达土壤", "阀门已打开，但没有水流，请检查水龙头、水泵和水管。")
      case .didNotReachSoil: ("水没有到达土壤", "已经放水，但土壤没有变湿，请检查水管和滴头。")
      case .flowsClosed: ("漏水", "阀门已关闭，但水还在流，请立即手动关闭总水阀。")
      case .tooLittle: ("水量不足", "时间已到，但水量没有给够，请检查水压和过滤器。")
      }
    return Alert(title: name, subtitle: subtitle, body: plant.map { "\(body)植物：\($0)。" } ?? body)
  }

  package func heater(_ name: String, place: String?, _ trouble: HeaterWords) -> Alert {
    let (subtitle, body) =
      switch trouble {
      case .stuckOn: ("加热器没有关闭", "可能还在加热，请拔掉电源插头。")
      case .didNotSwitchOn: ("加热器没有应答", "温度过低，但加热器没有报告已开启。")
      case .blind: ("温度未知", "没有可靠的温度计，加热器保持关闭。")
      case .noEffect: ("加热没有效果", "加热器已开启，但温度没有上升。")
      }
    return Alert(title: name, subtitle: subtitle, body: place.map { "\(body)地点：\($0)。" } ?? body)
  }

  package func stopped(by name: String?) -> Alert {
    Alert(
      title: "紧急停止", subtitle: name.map { "操作者：\($0)" } ?? "由主机信号触发",
      body: "阀门和加热器正在关闭。解除之前，不会浇水，也不会加热。")
  }

  package func timeUp(plant: String?) -> Alert {
    guard let plant else { return Alert(title: "时间到", body: "倒计时已结束。") }
    return Alert(title: plant, subtitle: "时间到", body: "倒计时已结束。要标记为已浇水吗？")
  }

  package var dryLimitTitle: String { "低于此湿度时浇水" }
  package var setpointTitle: String { "温度设定" }
  package var wateringHasStarted: String { "已开始浇水。" }

  package func watering(_ plant: String, _ phase: WateringWords) -> String {
    switch phase {
    case .opening: "正在打开阀门：\(plant)"
    case .running: "正在给\(plant)浇水"
    case .closing: "正在关闭阀门：\(plant)"
    case .finished: "\(plant)浇水完成"
    case .moistEnough: "\(plant)已经够湿润"
    case .stopped(let person): person.map { "\($0)已停止浇水：\(plant)" } ?? "已停止浇水：\(plant)"
    case .failed: "浇水失败：\(plant)"
    case .interrupted(let why): "浇水中断（\(reason(why))）：\(plant)"
    case .unknown: "不清楚浇水如何结束：\(plant)"
    }
  }

  package var countdownHasStarted: String { "已开始倒计时。" }
  package var countdownName: String { "倒计时" }

  package func countdown(_ plant: String?, _ phase: CountdownWords) -> String {
    let title =
      switch phase {
      case .counting: "倒计时"
      case .timeUp: "时间到"
      case .stopped(let person): person.map { "\($0)已停止倒计时" } ?? "已停止倒计时"
      case .interrupted(let why): "倒计时中断（\(reason(why))）"
      }
    return plant.map { "\(title)：\($0)" } ?? title
  }

  private func reason(_ why: InterruptionWords) -> String {
    switch why {
    case .bridgeStopped: "网桥已停止"
    case .clock: "时钟不准"
    case .restart: "断电之后"
    case .configuration: "配置已更改"
    case .interlock: "联锁生效"
    }
  }
}
