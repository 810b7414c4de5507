package import GardenCore
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
  package func time(hour: Int, minute: Int) -> String { ClockTime.text(hour: hour, minute: minute) }

  package func daysAgo(_ days: Int) -> String { "\(days) 天前" }

  package func noted(_ text: String, _ remark: String) -> String { "\(text)（\(remark)）" }

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

  package func water(_ thirst: WaterWords) -> Alert {
    Alert(title: thirst.plant, subtitle: "该浇水了", body: reading(thirst) + last(thirst))
  }

  private func last(_ thirst: WaterWords) -> String {
    thirst.last.map { HanText.joined("上次浇水：", $0, "。") } ?? "还没有浇水记录。"
  }

  private func reading(_ thirst: WaterWords) -> String {
    if thirst.isWord {
      guard let since = thirst.drySince else { return HanText.joined("按计划", thirst.dueSince, "起该浇水。") }
      return thirst.moisture == nil
        ? HanText.joined(since, "起偏干，目前没有读数。") : HanText.joined("探头报告：", since, "起土壤偏干。")
    }
    let limit = thirst.limit.map { "，下限 \($0)" } ?? ""
    guard let since = thirst.drySince else {
      let moisture = thirst.moisture.map { "土壤湿度 \($0)\(limit)。" } ?? ""
      return moisture + HanText.joined("按计划", thirst.dueSince, "起该浇水。")
    }
    let dry = HanText.joined(since, "起偏干")
    guard let moisture = thirst.moisture else { return "\(dry)\(limit)，目前没有读数。" }
    return "土壤湿度 \(moisture)\(limit)，\(dry)。"
  }

  package func offer(after body: String, time: String, litres: String?) -> String {
    "\(body)立即浇水：\(litres.map { "\($0) 升，最多 \(time)" } ?? time)。"
  }

  package func length(seconds: Int) -> String {
    seconds % 60 == 0 || seconds >= 600 ? "\((seconds + 30) / 60) 分钟" : "\(seconds) 秒"
  }

  package func digest(_ plants: [WaterWords], more: Int) -> Alert {
    let lines = plants.map { thirst in
      guard let since = thirst.drySince else {
        return HanText.joined("\(thirst.plant)：", thirst.dueSince, "起该浇水")
      }
      if thirst.isWord { return HanText.joined("\(thirst.plant)：", since, "起偏干") }
      let limit = thirst.limit.map { "（下限 \($0)）" } ?? ""
      return HanText.joined("\(thirst.plant)：\(thirst.moisture ?? "目前没有读数")\(limit)", since, "起偏干")
    }
    return Alert(
      title: "有 \(plants.count + more) 盆植物该浇水了",
      subtitle: plants.count + more == 1 ? nil : "最急的排在最前",
      body: (lines + (more > 0 ? ["另有 \(more) 盆"] : [])).joined(separator: "；"))
  }

  package func noRise(_ thirst: WaterWords) -> Alert {
    let limit = thirst.limit.map { "（下限 \($0)）" } ?? ""
    let found = thirst.moisture.map { "仍为 \($0)\(limit)" } ?? "未知"
    let soil = thirst.isWord ? "探头仍报告偏干" : "土壤湿度\(found)"
    return Alert(
      title: thirst.plant, subtitle: "探头没有测到水",
      body: HanText.joined(thirst.last ?? "", "已标记为浇过水，但\(soil)。请检查植物和探头。"))
  }

  package func climate(plant: String, _ trouble: ClimateTrouble, _ evidence: EvidenceWords) -> Alert {
    let (subtitle, what, side) =
      switch trouble {
      case .dry: ("太干了", "土壤湿度", "下限")
      case .wet: ("太湿了", "土壤湿度", "上限")
      case .cold: ("太冷了", "温度", "下限")
      case .hot: ("太热了", "温度", "上限")
      case .dark: ("光照不足", "光照", "下限")
      case .bright: ("光照过强", "光照", "上限")
      case .hungry: ("该施肥了", "土壤电导率", "下限")
      case .salty: ("肥料过多", "土壤电导率", "上限")
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
    let reading = reading("温度", isCold ? "下限" : "上限", evidence)
    let present =
      setpoint.map { HanText.joined(device, "目前设为 \($0)。") } ?? HanText.joined(device, "尚未报告设定值。")
    return Alert(
      title: place, subtitle: isCold ? "太冷了" : "太热了", body: "\(reading)\(present)\(mayChange ? "要调整吗？" : "")")
  }

  package func sensor(_ sensor: SensorWords) -> Alert {
    let heard =
      sensor.lastHeard.map { HanText.joined("上次收到：", $0, "。") }
      ?? HanText.joined("截至", sensor.since, "还没有收到可用的数据。")
    let (subtitle, body) =
      switch sensor.trouble {
      case .silent: ("传感器没有消息", heard + "请检查电池和信号。")
      case .refused: ("收不到传感器的数据", "服务器拒绝订阅它的主题。\(heard)请检查服务器的访问规则。")
      case .unreadable: ("传感器数据异常", "数值不可信。\(heard)请检查接线和校准。")
      case .batteryLow:
        (
          "传感器电量低",
          (sensor.battery.map { "电量 \($0)，下限 \(sensor.batteryLow)，" } ?? "传感器报告电量低，")
            + HanText.joined("自", sensor.since, "起。请更换电池。")
        )
      case .offline: ("传感器离线", heard + "请检查电源和连接。")
      case .faulty(let word): ("传感器故障", "它报告：\(word)。\(heard)请检查传感器。")
      case .twofold:
        ("传感器读数跳动", HanText.joined("自", sensor.since, "起，湿度在两个数值之间来回跳动。请检查是否有另一个探头使用相同的编号，或接线是否松动。"))
      case .alarm(let word): ("传感器报警", "它报告：\(word)。" + HanText.joined("自", sensor.since, "起。"))
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
  }

  package func heater(
    _ name: String, place: String?, _ trouble: HeatTrouble, _ evidence: EvidenceWords
  ) -> Alert {
    let (subtitle, body) =
      switch trouble {
      case .stuckOn: ("加热器没有关闭", "可能还在加热，请拔掉电源插头。")
      case .didNotSwitchOn: ("加热器没有应答", "温度过低，但加热器没有报告已开启。")
      case .blind: ("温度未知", "没有可靠的温度计，加热器保持关闭。")
      case .noEffect: ("加热没有效果", "加热器已开启，但温度没有上升。")
      }
    let found = evidence.value.map { "温度 \($0)，" } ?? ""
    return Alert(
      title: place.map { "\(name)，\($0)" } ?? name, subtitle: subtitle,
      body: "\(body)\(found)目标 \(evidence.limit)，" + HanText.joined("自", evidence.since, "起。"))
  }

  package func stopped(by name: String?, since: String) -> Alert {
    Alert(
      title: "紧急停止", subtitle: "\(name.map { "操作者：\($0)" } ?? "由主机信号触发")，\(since)",
      body: "阀门和加热器正在关闭。解除之前，不会浇水，也不会加热。")
  }

  package func timeUp(plant: String?, at time: String, mayAnswer: Bool) -> Alert {
    guard let plant else { return Alert(title: "时间到", body: "倒计时已结束：\(time)。") }
    return Alert(
      title: plant, subtitle: "时间到", body: "倒计时已结束：\(time)。" + (mayAnswer ? "要标记为已浇水吗？" : ""))
  }

  package var dryLimitTitle: String { "低于此湿度时浇水" }
  package var setpointTitle: String { "温度设定" }
  package func wateringHasStarted(until end: String) -> String {
    HanText.joined("已开始浇水，最晚", end, "结束。")
  }
  package func wateringFailed(_ trouble: ValveTrouble) -> String { words(trouble).body }

  package func watering(_ plant: String, _ phase: WateringWords) -> String {
    switch phase {
    case .opening: "正在打开阀门：\(plant)"
    case .running: HanText.joined("正在给", plant, "浇水")
    case .closing: "正在关闭阀门：\(plant)"
    case .finished: HanText.joined(plant, "浇水完成")
    case .moistEnough: HanText.joined(plant, "已经够湿润")
    case .stopped(let person): person.map { HanText.joined($0, "已停止浇水：\(plant)") } ?? "已停止浇水：\(plant)"
    case .failed: "浇水失败：\(plant)"
    case .didNotOpen: "阀门没有打开：\(plant)"
    case .interrupted(let why): "浇水中断（\(reason(why))）：\(plant)"
    case .unknown: "不清楚浇水如何结束：\(plant)"
    }
  }

  package func countdownHasStarted(until end: String) -> String {
    HanText.joined("已开始倒计时，", end, "结束。")
  }
  package var countdownName: String { "倒计时" }

  package func countdown(_ plant: String?, _ phase: CountdownWords) -> String {
    let title =
      switch phase {
      case .counting: "倒计时"
      case .timeUp: "时间到"
      case .stopped(let person): person.map { HanText.joined($0, "已停止倒计时") } ?? "已停止倒计时"
      case .interrupted(let why): "倒计时中断（\(reason(why))）"
      }
    return plant.map { "\(title)：\($0)" } ?? title
  }

  private func reason(_ why: Interruption) -> String {
    switch why {
    case .bridgeStopped: "Loam 已停止"
    case .clock: "时钟不准"
    case .restart: "断电之后"
    case .configuration: "配置已更改"
    case .interlock: "联锁生效"
    }
  }
}
