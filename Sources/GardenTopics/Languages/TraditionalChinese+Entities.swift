extension TraditionalChinese {
  package func entity(_ name: EntityWord) -> String {
    switch name {
    case .moisture: "土壤濕度"
    case .temperature: "溫度"
    case .battery: "電池"
    case .conductivity: "土壤電導率"
    case .light: "光照"
    case .lastWatering: "上次澆水"
    case .nextWatering: "下次澆水"
    case .problem: "異常"
    case .plantsDue: "待澆水植物"
    case .done: "已澆水"
    case .later: "稍後提醒"
    case .tomorrow: "明天再說"
    case .dryLimit: dryLimitTitle
    case .setpoint: setpointTitle
    case .heating: "加熱"
    case .watering: "澆水"
    case .wateringEnds: "澆水結束時間"
    case .wateringProgress: "澆水進度"
    case .connection: "連線"
    case .silentSensors: "無回應感測器"
    case .software: "軟體版本"
    case .hold: "鎖定"
    case .emergencyStop: "緊急停止"
    case .releaseStop: "解除緊急停止"
    case .reminder: "提醒"
    }
  }
}
