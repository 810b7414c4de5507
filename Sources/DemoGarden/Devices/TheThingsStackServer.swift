import GardenCore
import GardenSimulation
import MQTTTypes

/// The Things Stack with a Dragino LSE01 (decoder 1.1.4: strings, battery with unit, 3276.70 = no DS18B20 fitted).
struct TheThingsStackServer: SimulatedDevice {
  let topic: String
  var probe: PottedProbe

  var station: Station { Station(clientID: "the-things-stack") }

  mutating func speak(in world: SimulatedWorld, at now: Timestamp) -> [MQTTPublication] {
    probe.reports(in: world, until: now).map { report in
      let moisture = Spelling.fixed(report.value(.moisture) ?? 0, 2)
      let temperature = Spelling.fixed(report.value(.temperature) ?? 0, 2)
      let conductivity = Spelling.fixed(report.value(.conductivity) ?? 0, 0)
      let object =
        #"{"Bat":"3.39 V","TempC_DS18B20":"3276.70","water_SOIL":"\#(moisture)","temp_SOIL":"\#(temperature)","#
        + #""conduct_SOIL":\#(conductivity),"Sensor_flag":1,"Interrupt_flag":0}"#
      return MQTTPublication(
        "\(topic)/up",
        #"{"end_device_ids":{"device_id":"lemon-lse01","application_ids":{"application_id":"demo-garden"},"#
          + #""dev_eui":"A84041000181C061"},"received_at":"\#(Spelling.utc(report.sentAt))","#
          + #""uplink_message":{"f_port":2,"f_cnt":4711,"frm_payload":"DT8MzAeeB9AAEhA=","decoded_payload":\#(object),"#
          + #""rx_metadata":[{"gateway_ids":{"gateway_id":"eui-0242020000247803"},"rssi":-35,"snr":5}]}}"#)
    }
  }
}
