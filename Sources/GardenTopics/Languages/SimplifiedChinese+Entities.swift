extension SimplifiedChinese {
  package func entity(_ name: EntityWord) -> String {
    switch name {
    case .moisture: "土壤湿度"
    case .temperature: "温度"
    case .battery: "电池"
    case .conductivity: "土壤电导率"
    case .light: "光照"
    case .lastWatering: "上次浇水"
    case .nextWatering: "下次浇水"
    case .problem: "异常"
    case .plantsDue: "待浇水植物"
    case .done: "已浇水"
    case .later: "稍后提醒"
    case .tomorrow: "明天再说"
    case .dryLimit: dryLimitTitle
    case .setpoint: setpointTitle
    case .heating: "加热"
    case .watering: "浇水"
    case .wateringEnds: "浇水结束时间"
    case .wateringProgress: "浇水进度"
    case .connection: "连接"
    case .silentSensors: "无响应传感器"
    case .software: "软件版本"
    case .hold: "锁定"
    case .emergencyStop: "紧急停止"
    case .releaseStop: "解除紧急停止"
    case .reminder: "提醒"
    }
  }
}
