import GardenCore

/// What people call quantities in the larger languages, as ``PlainLetters`` writes them: the one list of them.
enum QuantityVocabulary {
  private static let spoken: [(Quantity, String)] = [
    (
      .moisture,
      """
      moisture moist moi vwc volumetric watercontent feuchte feuchtigkeit vocht bodemvocht fukt fugt nedvesseg kosteusprosentti \
      土壤湿度 土壤水分 土壤含水率 土壌水分 土壌湿度 토양수분 4103
      """
    ),
    (
      .temperature,
      """
      temperature temp tempc tempf tc tf celsius fahrenheit temperatur temperatura temperatuur temperaturen teplota laempoetila homerseklet \
      sicaklik sicakligi температура θερμοκρασία 温度 土壤温度 土壌温度 온도 4102
      """
    ),
    (
      .humidity,
      """
      humidity humid hum rh humidite humedad hum umidita umidade umiditate vochtigheid wilgotnosc fuktighet \
      fugtighed vlhkost kosteus paratartalom nem nemi luchtvochtigheid \
      vlaga vlaznost влажность влажност вологість υγρασία 湿度 습도
      """
    ),
    (
      .light,
      """
      illuminance lux light licht helligkeit beleuchtungsstaerke luminosite luminosidad luminosita luminosidade \
      lichtsterkte swiatlo natezenie ljus ljusstyrka lysstyrke osvetleni fenyero luz
      """
    ),
    (
      .conductivity,
      """
      conductivity conduct fertility fer ec leitfahigkeit leitfaehigkeit leitwert conductivite conductividad \
      conducibilita condutividade geleidbaarheid przewodnosc konduktivitet ledningsevne vodivost 4108
      """
    ),
    (
      .battery,
      """
      battery batt bat batterie akku bateria batteria baterie batteri batterij accu pila pile akkumulator
      """
    ),
  ]

  /// Beside another quantity they say where it is measured.
  static let soil = words(
    """
    soil ground boden erde erd erdreich substrat sol terre terreau suelo tierra sustrato maceta suolo terreno terra \
    terriccio bodem grond aarde potgrond gleba gleby gleb ziemia ziemi podloza solo substrato jord jorden mark puda \
    pudy zemina zeminy pody talaj maa maan maaperan maaperaen multa mullan toprak \
    tla tlo zemlja zemlje почва почвы почвата ґрунт ґрунту земля земли έδαφος εδάφους χώμα 土壤 土壌
    """)
  /// Alone they mean the soil's moisture.
  static let soilAlone = words("soil boden ground erde suelo suolo bodem gleba jord puda")
  /// What is measured there is the air's.
  static let air = words("air luft lucht aire aria powietrza vzduch ambient room raum")
  /// Say nothing about the place.
  static let filler = words(
    "level value sensor relative reading content du de des del do da della delle di van der im ve of the")

  /// Where a number behind one stands for: a plant, a probe, a device's numbered point.
  static let places = words(
    """
    pot pots plant plants probe probes sensor sensors bed beds zone zones flower flowers garden greenhouse tray \
    topf toepfe pflanze pflanzen sonde sonden beet beete blume blumen garten kasten balkon balcony planta plantas \
    maceta macetas pianta piante vaso vasi plante plantes bac capteur sensore plantje roslina dp dps
    """)
  /// Of what moves or sums up: of the same place as the number itself.
  static let derived = words(
    "avg average mean median filtered smoothed smooth last latest mittel mittelwert moyenne media")

  /// Of the ends of a scale, and of what stands beside a number.
  static let ends = words(
    "dry wet low high air water soil depth rssi lqi snr quality trocken nass feucht sec humide")

  static let units: [String: FieldUnit] = {
    var all: [String: FieldUnit] = [:]
    for (unit, text) in [
      (.percent, "percent percentage pct perc prozent % procent pourcent porcentaje percentuale"),
      (.celsius, "c celsius tempc tc grad"), (.fahrenheit, "f fahrenheit tempf tf"),
      (
        .raw,
        """
        raw adc analog counts frequency freq hz capacitance pf resistance ohm ohms kohm kohms permittivity dielectric epsilon
        """
      ),
      (.volts, "v volt volts voltage spannung"), (.millivolts, "mv millivolt millivolts"),
      // SenseCAP says dS/m.
      (.millisiemensPerCentimetre, "4108"),
    ] as [(FieldUnit, String)] {
      for word in words(text) { all[word] = unit }
    }
    for word in tension.union(pressures) { all[word] = .raw }
    return all
  }()

  /// How hard the soil holds its water: the drier, the more.
  static let tension = words(
    """
    kpa cb cbar centibar centibars tension suction matric saugspannung watermark tensiometer tensiometre irrometer \
    swp swt 200ss dryness trockenheit
    """)

  /// The same where the unit is the soil's own: the air's pressure has it too.
  static let pressures = words("hpa mbar bar psi mpa")

  /// Alone they mean the soil's.
  static let tensionAlone = words(
    "watermark tensiometer tensiometre irrometer swp swt saugspannung matric dryness trockenheit")
  /// Behind a word for the soil.
  static let letters: [String: Quantity] = ["m": .moisture, "h": .moisture, "t": .temperature]

  /// What a number is that is no measurement of a plant: a setting, an alarm, a counter, the device's own temperature.
  static let others = words(
    """
    threshold min max minimum maximum limit offset calibration cal target set setpoint alarm alert warning interval \
    status error err fault count time timestamp ts age trend id sensitivity hysteresis compensation correction cpu \
    chip mcu board esp esp32 esp8266 internal core dew dewpoint forecast unit type sampling delta soll sollwert \
    grenzwert schwelle consigne seuil umbral soglia drempel limite alarme alarma allarme tendenz heatindex windchill
    """)

  /// The quantity that a word names.
  static let quantities: [String: Quantity] = {
    var all: [String: Quantity] = [:]
    for (quantity, text) in spoken { for word in words(text) { all[word] = quantity } }
    return all
  }()

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(separator: " ").map(String.init))
  }

  /// The words that are written as one: `bodenfeuchte`, `soiltemp`.
  static func parts(of word: String) -> [String] {
    guard quantities[word] == nil, !soil.contains(word), word.count >= 6 else { return [word] }
    for length in 3...(word.count - 3) {
      let (head, tail) = (String(word.prefix(length)), String(word.dropFirst(length)))
      if names(head), names(tail), (quantities[head] == nil) != (quantities[tail] == nil) {
        return [head, tail]
      }
    }
    return [word]
  }

  private static func names(_ word: String) -> Bool {
    quantities[word] != nil || soil.contains(word) || air.contains(word)
  }
}
