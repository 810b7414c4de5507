import GardenTerminal
import LoamKit

/// A garden as the bridge would tell it, for the tests.
enum Documents {
  static let now = EpochSeconds(clamping: 1_795_220_700)

  static func require<T>(_ value: T?) throws -> T {
    guard let value else { throw Missing() }
    return value
  }

  struct Missing: Error {}

  static func model() throws -> ViewModel {
    var model = ViewModel(tree: try require(TopicTree(base: "plants")))
    for (topic, document) in try texts() { _ = model.take(topic: topic, payload: Array(document.utf8)) }
    return model
  }

  static func texts() throws -> [(String, String)] {
    [
      (
        "plants/v1/bridge/status",
        #"{"v":1,"online":true,"ts":1795220640,"since":1795200000,"session":"0197f0aa-7a10-7c3e-9b55-0d5b8f1c2a10"}"#
      )
    ] + plants + [reminder, activity, limit, setpoint]
  }

  static let plants: [(String, String)] = {
    var all: [(String, String)] = []
    for (i, moisture) in [42, 40, 39, 37, 36, 34].enumerated() {
      all.append(
        (
          "plants/v1/state/plant/basil",
          #"{"v":1,"n":"Basil","s":"\#(moisture < 35 ? "dry" : "ok")","m":\#(moisture),"d":35,"f":"\#(moisture < 35 ? "rl" : "")","l":1795000000,"x":1795307100,"t":\#(1_795_218_000 + i * 480),"r":\#(i + 1)}"#
        ))
    }
    all.append(
      (
        "plants/v1/state/plant/tomato",
        #"{"v":1,"n":"番茄 🍅 im Gewächshaus","s":"ok","m":47.4,"d":45,"f":"w","l":1795000000,"x":1795220000,"t":1795220600,"r":9}"#
      ))
    all.append(
      (
        "plants/v1/state/plant/fern",
        #"{"v":1,"n":"Farn","s":"unknown","y":"silent","d":40,"l":1795000000,"x":1795900000,"t":1795220600,"r":9}"#
      ))
    return all
  }()

  static let reminder = (
    "plants/v1/state/reminder/water-basil",
    #"{"v":1,"key":"water-basil","note":"0197f0ac-2222-7333-8444-555566667777","rev":1,"state":"sent","since":1795220000,"sent":1795220060,"category":"WATERING_REMINDER","actions":["water_done","water_later","water_tomorrow"],"alert":{"title":"Basil","subtitle":"Needs watering","body":"Soil moisture 34 %."},"plant":{"id":"basil","name":"Basil","lastDate":1795000000,"nextDate":1795307100,"lastWateringDate":1795000000,"nextWateringDate":1795307100}}"#
  )

  static let activity = (
    "plants/v1/state/activity/0197f0b1-7777-7888-8999-aaaabbbbcccc",
    #"{"v":1,"id":"0197f0b1-7777-7888-8999-aaaabbbbcccc","state":"active","attributes-type":"PlantActivityAttributes","attributes":{"name":"Tomato"},"content-state":{"emoji":"💧","title":"Watering Tomato","progress":0.52},"timestamp":1795220690,"stale-date":1795221000,"started":1795219000,"ends":1795221500,"ends_by":1795249500,"seq":5,"kind":"watering"}"#
  )

  static let limit = (
    "plants/v1/state/control/basil-dry-below",
    #"{"v":1,"id":"basil-dry-below","plant":"basil","title":"Dry below","kind":"setpoint","widget":"slider","unit":"%","min":5,"max":80,"step":1,"value":35,"phase":"settled","rev":7,"ts":1795220000,"role":"tuner"}"#
  )

  static let setpoint = (
    "plants/v1/state/control/greenhouse-heater-setpoint",
    #"{"v":1,"id":"greenhouse-heater-setpoint","place":"greenhouse","title":"Setpoint","name":"Greenhouse heater","kind":"actuator","widget":"slider","unit":"°C","min":5,"max":30,"step":0.5,"value":14,"requested":17.5,"phase":"accepted","rev":3,"ts":1795220000,"role":"operator"}"#
  )
}
