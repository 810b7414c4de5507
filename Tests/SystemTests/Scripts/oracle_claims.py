"""What each text of the language files claims, and how the oracle holds it against the truth. A text that is missing here is not known.

A claim is a function of the moment `m` (see oracle.py) and the text's values: None, or what is wrong. A text may leave a value out; of that
it claims nothing.
"""


def nothing(*_):
    """Says what to do, or what somebody did: nothing that water or heat could contradict."""


def known(truth, words):
    return None if truth else words


# Water.
def runs(m, v):
    since = m.truth.now - m.truth.slack
    return known(m.water and (m.water.was_open(since) or m.water.said_open(since)), "the valve is neither open nor has it said so")


def is_moist(m, v):
    if not m.plant or m.plant.target is None:
        return "it was not watered until it is moist"
    return known(m.plant.last and m.plant.last[1] >= m.plant.target, f"soil {m.plant.last}, target {m.plant.target}")


def has_run(m, v):
    return known(m.water and (m.water.runs or m.water.said_open(0)), "no water ever ran")


def is_over(m, v):
    ended = m.water and (not m.water.is_open or m.water.said_closed(m.truth.now - m.truth.slack))
    return has_run(m, v) or known(ended, "the valve is open, and has not said otherwise") or amount(m, v)


def amount(m, v):
    """Litres and seconds of the last run are what they were; a device may take a second or two to tell."""
    run = m.water.runs[-1] if m.water and m.water.runs else None
    if not run or run.ended is None:
        return None
    if "litres" in v and abs(m.number(v["litres"]) - run.litres) > 0.5 + 0.05 * run.litres:
        return f"{run.litres:.1f} l have run"
    said = m.language.seconds(v["time"]) if "time" in v and m.truth.is_steady else None
    late = m.water.proof(run) - run.ended
    wrong = said and not -said[1] - 2.5 <= said[0] - (run.ended - run.began) <= late + said[1] + m.truth.slack
    return known(not wrong, f"it was open for {run.ended - run.began:.0f} s")


def ran(m, v):
    return has_run(m, v) or amount(m, v)


def did_not_open(m, v):
    began = m.water.ordered or 0
    return known(not m.water.was_open(began), "it did open: water runs or has run")


def did_not_report(m, v):
    return known(not m.water.said_open(m.water.ordered or 0), "it has said that it is open")


def is_closed(m, v):
    return known(not m.water.is_open or m.water.said_closed(m.truth.now - m.truth.slack), "it is open, and has not said otherwise")


def is_dry(m, v):
    if m.water.is_open:
        return "water flows"
    return known(m.water.is_known_dry(), "nothing has said so: nobody knows")


def flows(m, v):
    return known(m.water.was_open(m.truth.now - m.truth.slack), "no water flows")


def may_flow(m, v):
    closed = m.water.is_proved_closed(m.water.ordered or 0) and not m.water.is_open
    is_news = closed and m.water.runs and m.truth.now - m.water.proof(m.water.runs[-1]) <= m.truth.slack
    return known(not closed or is_news, "it has said that it is closed, and is")


def lies(m, v):
    return flows(m, v) or known(m.water.says_open is not True, "it says that it is open")


def opened_dry(m, v):
    return known(m.water.said_open(m.water.ordered or 0), "it never said that it opened") or known(
        m.water.flows and m.water.flows[-1][1] == 0, "its meter did not say so"
    )


def soil_did_not_rise(m, v):
    """The last run that is over: of one that has just begun nobody can say so."""
    soil, run = m.plant, next((r for r in reversed(m.water.runs) if r.ended is not None), None)
    if not run or not run.litres:
        return "no water ran"
    before = [value for at, value in soil.readings if at <= run.began][-1:]
    after = [value for at, value in soil.readings if at >= run.began]
    if not after:
        return "the probe has not spoken since"
    return known(not before or max(after) < before[0] + 4, "the soil did get wetter")


def began(m, v):
    """Trouble is not older than what makes it: the last order to open, or the last run."""
    if (
        not m.water
        or not m.truth.is_steady
        or "since" not in v
        or "valve_did_not_reach_soil" in m.keys
        or "valve_did_not_reach_soil_text" in m.keys
    ):
        return None
    start = m.water.ordered or 0
    span = m.moment(v["since"])
    return known(
        span and span[1] + m.truth.slack >= start, f"the valve was told to open at {m.written(start)}, and had no trouble since then"
    )


def started(m, v):
    """Water runs, and nobody who reads the time is surprised by water after it."""
    wrong = runs(m, v)
    if not wrong and "end" in v:
        # "About" is said to the minute.
        m.expect_end(v["end"], 60 if "watering_started" in m.keys else 0)
    return wrong


# Soil and air.
def reading(name):
    def claim(m, v):
        source = m.plant if name == "moisture" else m.place or m.plant
        if not source or not source.last or v.get(name) is None:
            return None
        shown, value = m.number(v[name]), source.last[1]
        return known(source.said(shown, m.truth.now), f"the probe said {value}") or limit(m, v) or since(m, v)

    return claim


def is_thirsty(m, v):
    """What wants water is dry, or not far from it: it counts as dry until it is safely above its limit."""
    if "limit" in v and "moisture" in v and m.number(v["moisture"]) > m.number(v["limit"]) + 5:
        return "that is not dry"
    return reading("moisture")(m, v)


def limit(m, v):
    if "limit" not in v:
        return None
    limits = [m.plant.limit] if m.plant else list(m.place.limits) if m.place else []
    return known(not limits or m.number(v["limit"]) in limits, f"the limit is {limits}")


def since(m, v):
    span = m.moment(v["since"]) if m.truth.is_steady and "since" in v else None
    return known(span is None or span[0] <= m.truth.now + m.truth.slack, "that is yet to come")


def is_low(m, v):
    wrong = reading("value")(m, v)
    if wrong or not m.place or not m.place.last:
        return wrong
    if "value" in v and "limit" in v and m.place.last[1] < m.place.limits[0]:
        return known(m.number(v["value"]) < m.number(v["limit"]), "it is below its limit, and the text does not show it")
    return None


def never(m, v):
    told = [began for began, ended, is_told in m.plant.given if is_told and ended < m.truth.now - m.truth.slack] if m.plant else []
    return known(not told, f"it was watered at {[m.written(at) for at in told]}")


def last(m, v):
    if "last" not in v or not m.plant or not m.truth.is_steady:
        return None
    span, given = m.moment(v["last"]), m.plant.given
    wrong = f"it was watered at {[m.written(began) for began, _, _ in given[-2:]]}"
    return known(span and any(began < span[1] and span[0] <= ended for began, ended, _ in given[-2:]), wrong)


def is_silent(m, v):
    spoken = m.plant.last if m.plant else m.place.last if m.place else None
    patience = (m.plant and m.plant.silent_after) or 1800
    return known(not spoken or m.truth.now - spoken[0] >= patience, f"it spoke at {spoken and m.written(spoken[0])}")


def last_heard(m, v):
    if "last" not in v:
        return None
    spoken = m.plant.last if m.plant else m.place.last if m.place else None
    span = m.moment(v["last"])
    return known(spoken and span and span[0] - 60 <= spoken[0] < span[1] + 60, f"it spoke at {spoken and m.written(spoken[0])}")


def setpoint(m, v):
    device = next((t for t in m.truth.thermostats.values() if t.name == v.get("device")), None) if "setpoint" in v else None
    return known(device is None or m.number(v["setpoint"]) == device.setpoint, f"the device has said {device and device.setpoint}")


def offers(m, v):
    return None if "litres" not in v else known(m.number(v["litres"]) > 0, "no water is offered")


def is_blind(m, v):
    return known(not m.place or not m.place.last or m.truth.now - m.place.last[0] > 600, "its thermometer speaks")


def warmed(m, v):
    """The heater of a place that a text names, where it has one of its own."""
    return m.heater or next((h for h in m.truth.heaters.values() if h.name == v.get("place")), None)


def heats(m, v):
    heater = warmed(m, v)
    wrong = heater and not (heater.is_heated or heater.says_heated or m.truth.now - heater.changed <= m.truth.slack)
    return known(not wrong, "nothing heats") or warmth(m, v)


def heats_not(m, v):
    heater = warmed(m, v)
    return known(not heater or not heater.is_heated or m.truth.now - heater.changed <= m.truth.slack, "it heats")


def is_warm(m, v):
    heater = warmed(m, v)
    asked = heater and heater.limits[-1]
    return known(not asked or heater.last[1] >= asked - 0.3, f"it is {heater and heater.last}, asked for {asked}") or warmth(m, v)


def warmth(m, v):
    place = next((p for p in m.truth.places.values() if p.name == v.get("place")), None)
    if not place or not place.last or "now" not in v:
        return None
    return known(place.said(m.number(v["now"]), m.truth.now), f"its thermometer said {place.last[1]}")


# How a probe's values go over time: the truth holds only what it said.
SUSPICIONS = ("frozen", "twofold", "jumping", "driven", "unplugged", "rescaled", "inverted", "swapped", "exchanged", "draining")

CLAIMS = {
    # Runs.
    "watering_running": runs, "watering_opening": nothing, "watering_closing": nothing, "watering_finished": is_over,
    "watering_target_reached": is_moist, "watering_stopped": nothing, "watering_stopped_by": nothing, "watering_interrupted": nothing,
    "watering_failed": nothing, "watering_did_not_open": did_not_report, "watering_unknown": nothing, "watering_started": started,
    "watering_started_bound": started, "watering_goes_on": started, "ran_instead": ran, "ran_up_to": nothing,
    "countdown_started": nothing, "countdown_goes_on": nothing, "countdown_stopped": nothing, "countdown_stopped_by": nothing,
    "countdown_interrupted": nothing, "countdown": nothing, "labelled": nothing, "time_up": nothing, "time_up_text": nothing,
    "time_up_ask": nothing,
    # Valves.
    "valve_text": began, "valve_did_not_open": did_not_open, "valve_did_not_open_text": is_dry, "valve_no_answer": did_not_report,
    "valve_no_answer_text": did_not_report, "valve_no_answer_closed_text": is_closed, "valve_did_not_close": may_flow,
    "valve_did_not_close_text": may_flow, "valve_did_not_close_dry_text": is_dry, "valve_short_of_water": nothing,
    "valve_short_of_water_text": nothing, "valve_leaking": nothing, "valve_leaking_text": nothing, "valve_stuck_open": may_flow,
    "valve_stuck_open_text": flows, "valve_stuck_open_dry_text": is_dry, "valve_stuck_open_unseen_text": may_flow,
    "valve_state_lies": flows, "valve_state_lies_text": lies, "valve_state_lies_unseen_text": nothing, "valve_no_flow": opened_dry,
    "valve_no_flow_text": opened_dry, "valve_did_not_reach_soil": soil_did_not_rise,
    "valve_did_not_reach_soil_text": soil_did_not_rise, "valve_flows_closed": flows, "valve_flows_closed_text": flows,
    "valve_too_little": nothing, "valve_too_little_text": nothing, "valve_closed_late": has_run, "valve_closed_late_text": ran,
    # Reminders.
    "water_needed": nothing, "digest": nothing, "digest_order": nothing, "digest_more": nothing, "digest_soon": nothing,
    "water_soon": nothing, "soon_when": nothing, "water_dry": is_thirsty, "water_due_moisture": reading("moisture"),
    "water_due": since, "water_dry_unread": since, "water_dry_word": since, "water_dry_rising": reading("moisture"), "water_dry_once": is_thirsty, "digest_dry_rising": nothing, "digest_due": nothing, "digest_dry": nothing,
    "digest_dry_unread": nothing, "digest_dry_word": nothing, "water_last": last, "water_never": never, "water_offer": nothing,
    "water_offer_litres": offers, "noted": nothing, "days_ago": nothing, "no_rise": nothing, "no_rise_still": reading("moisture"),
    "no_rise_unread": nothing, "no_rise_word": nothing, "held_back": nothing, "held_back_text": nothing,
    # Sensors.
    "sensor_trouble_silent": is_silent, "sensor_trouble_silent_text": is_silent, "sensor_last_heard": last_heard,
    "sensor_never_heard": nothing,
    # What a sensor says of itself, or the broker of it: the truth holds only what probes measure.
    "sensor_trouble_refused": nothing, "sensor_trouble_refused_text": nothing, "sensor_trouble_unreadable": nothing,
    "sensor_trouble_unreadable_text": nothing, "sensor_trouble_battery_low": nothing, "sensor_trouble_battery_low_text": since,
    "sensor_trouble_battery_low_said": since, "sensor_trouble_offline": nothing, "sensor_trouble_offline_text": nothing,
    **{f"sensor_trouble_{kind}{part}": nothing for kind in SUSPICIONS for part in ("", "_text")}, "sensor_trouble_faulty": nothing,
    "sensor_trouble_faulty_text": nothing, "sensor_trouble_alarm": nothing, "sensor_trouble_alarm_text": since,
    # Climate and heat.
    "reading_low": is_low, "reading_high": reading("value"),
    "reading_low_unread": since, "reading_high_unread": since, "setpoint": nothing, "setpoint_known": setpoint,
    "setpoint_unknown": nothing, "setpoint_ask": nothing, "setpoint_in_vain": nothing, "setpoint_refused": setpoint,
    "setpoint_unanswered": nothing, "setpoint_after": nothing, "heat_text": reading("value"), "heat_text_unread": nothing,
    "heat_stuck_on": heats, "heat_stuck_on_text": heats, "heat_did_not_switch_on": heats_not, "heat_did_not_switch_on_text": heats_not,
    "heat_blind": is_blind, "heat_blind_text": is_blind, "heat_no_effect": heats, "heat_no_effect_text": nothing, "heat_place": nothing,
    "heating_started": heats, "heating_asked": warmth, "heating_running": heats, "heating_finished": is_warm,
    "heating_stopped": warmth, "heating_stopped_by": warmth, "heating_interrupted": warmth, "heating_no_effect": heats,
    "heating_did_not_switch_on": heats_not, "heating_blind": is_blind, "heating_refused": warmth, "heating_no_answer": warmth,
    # Bare words.
    "temperature": nothing, "moisture": nothing,
    # Everything stands still.
    "emergency": nothing, "stop_by": nothing, "stop_by_signal": nothing, "stop_text": nothing,
}  # fmt: skip
