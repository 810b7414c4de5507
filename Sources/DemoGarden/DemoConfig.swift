extension DemoGarden {
  /// `config/demo.yaml`, which a test keeps equal: the program shows the demo without any file.
  package static let config = #"""
    # yaml-language-server: $schema=loam.schema.json
    #
    # The garden of `loam demo`: eight plants, eight ways in which real probes speak, two valves, a heater, two people.
    # The demo runs its own broker and puts that broker's port over the one below.

    site:
      name: Demo garden
      time_zone: Europe/Berlin

    broker:
      host: 127.0.0.1
      port: 1883

    sensors:
      basil-probe:                     # Zigbee probe, all quantities in one message
        family: zigbee2mqtt
        topic: zigbee2mqtt/Basil
        silent_after: 3h
      fern-probe:                      # Zigbee probe whose friendly name has a slash and a space
        family: zigbee2mqtt
        topic: zigbee2mqtt/Bath room/Fern
        silent_after: 3h
      fern-second-probe:               # bare numbers; the demo lets this one say `unavailable` and go silent
        family: plain
        topic: garden/fern/moisture
        fields:
          moisture: {unit: percent}
        silent_after: 3h
      tomato-probe:                    # capacitive probe on the analog input of an ESP8266: falls as the soil gets wetter
        family: tasmota
        topic: greenhouse-tomato
        fields:
          moisture: {path: ANALOG.A0, unit: raw, calibration: {dry: 720, wet: 260}}
          temperature: DS18B20.Temperature
        silent_after: 3h
      chili-probe:                     # ESPHome node with one object per quantity
        family: esphome
        topic: greenhouse-node
        fields:
          moisture: chili_soil_moisture
          temperature: greenhouse_temperature
        silent_after: 3h
      orchid-probe:                    # MiFlora through a Bluetooth gateway: one quantity per message
        family: theengs
        topic: home/+/BTtoMQTT/C47C8D65B663
        silent_after: 6h
      rosemary-probe:                  # Ecowitt WH51 by radio; many devices share the topic
        family: rtl_433
        topic: rtl_433/+/events
        select:
          model: Fineoffset-WH51
          id: 006b58
        silent_after: 3h
      lemon-probe:                     # Dragino LSE01 over LoRaWAN
        family: the_things_stack
        topic: v3/demo-garden@ttn/devices/lemon-lse01/up
        silent_after: 6h
      cactus-probe:                    # somebody's own firmware: JSON with a fraction and degrees Fahrenheit
        family: json
        topic: garden/windowsill/cactus
        fields:
          moisture: {path: 'soil.level', unit: fraction, no_value: [-1]}
          temperature: {path: 'soil.temp', unit: fahrenheit}
          battery: {path: 'batt', unit: percent}
        silent_after: 6h

    plants:
      basil:
        name: Basil
        sensors: basil-probe
        dry_below: 35%
        wet_above: 85%
        water_every: 3d
        watering: {valve: basil-valve, duration: 30min, duration_max: 1h, until_moisture: 60%}
      fern:
        name: Boston fern
        sensors:
          - fern-probe
          - {sensor: fern-second-probe, weight: 0.5, quantities: [moisture]}
        dry_below: 40%
        temperature: {below: 12°C, above: 30°C}
      tomato:
        name: Tomato
        sensors: tomato-probe
        dry_below: 45%
        water_every: 2d
        watering: {valve: tomato-valve, duration: 45min, duration_max: 2h, until_moisture: 70%, automatic: true, pause: 6h}
      chili:
        name: Chili
        sensors: {sensor: chili-probe, quantities: [moisture]}
        dry_below: 30%
      orchid:
        name: Orchid
        sensors: orchid-probe
        dry_below: 20%
        wet_above: 70%
        light: {below: 500lx, above: 25000lx}
        conductivity: {below: 100µS/cm, above: 1000µS/cm}
        water_every: 10d
      rosemary:
        name: Rosemary
        sensors: rosemary-probe
        dry_below: 20%
      lemon:
        name: Lemon tree
        sensors: lemon-probe
        dry_below: 25%
        temperature: {below: 5°C, above: 38°C}
        water_every: 5d
      cactus:
        name: Cactus
        sensors: cactus-probe
        dry_below: 8%
        wet_above: 40%
        slider: {min: 2%, max: 30%, step: 1%}
        water_every: 21d

    places:
      greenhouse:
        name: Greenhouse
        sensors: {sensor: chili-probe, quantities: [temperature]}
        temperature: {below: 12°C, above: 30°C}
        thermostat: greenhouse-heater

    valves:
      basil-valve:                     # closes by itself: the command carries `on_time`
        name: Basil valve
        family: zigbee2mqtt
        topic: zigbee2mqtt/Basil valve
        answer_within: 5min
      tomato-valve:                    # closes by itself: PulseTime
        name: Drip line
        family: tasmota
        topic: greenhouse-valve
        answer_within: 5min

    thermostats:
      greenhouse-heater:
        name: Greenhouse heater
        family: zigbee2mqtt
        topic: zigbee2mqtt/Greenhouse heater
        part: occupied_heating_setpoint
        answer_within: 5min
        slider: {min: 5°C, max: 30°C, step: 0.5°C}

    people:
      anna:
        name: Anna
        devices:
          anna-phone: {role: operator, language: en}
          anna-watch: {role: actor, language: en}
          dashboard: {role: operator}    # the page in the browser
        quiet_hours: {from: "01:00", to: "05:00"}
      wei:
        name: Wei
        devices:
          wei-phone: {role: tuner, language: zh-Hans}

    """#
}
