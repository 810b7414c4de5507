// The documents of the contract, for reader.h. Written from their declarations in LoamKit by its tests: UPDATE_EXPECTED=1.
// clang-format off
#pragma once

#include "reader.h"

namespace loam {

struct BridgeStatus { enum : uint8_t { v, online, ts, since, session, clock, doubt, trouble, term }; };
constexpr Field bridgeStatusFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"online", true, is::flag(), nullptr, nullptr},
  {"ts", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"since", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"session", true, is::form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"), nullptr, nullptr},
  {"clock", false, is::words("set unset|unset"), nullptr, nullptr},
  {"doubt", false, is::words("past unsure|unsure"), nullptr, nullptr},
  {"trouble", false, is::words("unheard|unheard"), nullptr, nullptr},
  {"term", false, is::whole(1, 1000000), nullptr, nullptr},
};
constexpr Part bridgeStatus = {bridgeStatusFields, 9, nullptr, 0, 1024};
constexpr const Part *bridgeStatusAlone[] = {&bridgeStatus};

struct BridgeInfoRange { enum : uint8_t { min, max }; };
constexpr Field bridgeInfoRangeFields[] = {
  {"min", true, is::whole(1, 2147483647), nullptr, nullptr},
  {"max", true, is::whole(1, 2147483647), nullptr, nullptr},
};
constexpr Part bridgeInfoRange = {bridgeInfoRangeFields, 2, nullptr, 0, 0};
constexpr const Part *bridgeInfoRangeAlone[] = {&bridgeInfoRange};

struct BridgeInfoLimits { enum : uint8_t { packet, note, activity, small, state }; };
constexpr Field bridgeInfoLimitsFields[] = {
  {"packet", true, is::whole(1, 2147483647), nullptr, nullptr},
  {"note", true, is::whole(1, 2147483647), nullptr, nullptr},
  {"activity", true, is::whole(1, 2147483647), nullptr, nullptr},
  {"small", true, is::whole(1, 2147483647), nullptr, nullptr},
  {"state", true, is::whole(1, 2147483647), nullptr, nullptr},
};
constexpr Part bridgeInfoLimits = {bridgeInfoLimitsFields, 5, nullptr, 0, 0};
constexpr const Part *bridgeInfoLimitsAlone[] = {&bridgeInfoLimits};

constexpr Type items1[] = {is::text(1, 64)};

struct BridgeInfo { enum : uint8_t { v, bridge, software, protocol, tz, languages, limits, skew_s }; };
constexpr Field bridgeInfoFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"bridge", true, is::text(1, 64), nullptr, nullptr},
  {"software", true, is::text(1, 64), nullptr, nullptr},
  {"protocol", true, is::part(bridgeInfoRangeAlone), nullptr, nullptr},
  {"tz", true, is::text(1, 64), nullptr, nullptr},
  {"languages", true, is::list(items1, 32), nullptr, nullptr},
  {"limits", true, is::part(bridgeInfoLimitsAlone), nullptr, nullptr},
  {"skew_s", true, is::whole(0, 86400), nullptr, nullptr},
};
constexpr Part bridgeInfo = {bridgeInfoFields, 8, nullptr, 0, 1024};
constexpr const Part *bridgeInfoAlone[] = {&bridgeInfo};

constexpr Type items2[] = {is::form("^[a-z_]{1,64}$"), is::whole(0, 9007199254740991)};

constexpr Type items3[] = {is::form("^[a-z_]{1,64}$"), is::table(items2, 128)};

constexpr Type items4[] = {is::form("^[a-z_]{1,64}$"), is::number(-1000000000000000, 1000000000000000)};

struct BridgeCounters { enum : uint8_t { v, ts, since, counts, by, gauges }; };
constexpr Field bridgeCountersFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"ts", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"since", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"counts", true, is::table(items2, 128), nullptr, nullptr},
  {"by", true, is::table(items3, 64), nullptr, nullptr},
  {"gauges", true, is::table(items4, 128), nullptr, nullptr},
};
constexpr Part bridgeCounters = {bridgeCountersFields, 6, nullptr, 0, 6144};
constexpr const Part *bridgeCountersAlone[] = {&bridgeCounters};

struct ChannelsStateChannel { enum : uint8_t { id, kind, bound, waiting, left, sent, failed, rejected, failing }; };
constexpr Field channelsStateChannelFields[] = {
  {"id", true, is::form("^[a-z0-9][a-z0-9-]{0,31}$"), nullptr, nullptr},
  {"kind", true, is::words("telegram ntfy webhook apns web other|other"), nullptr, nullptr},
  {"bound", true, is::flag(), nullptr, nullptr},
  {"waiting", true, is::whole(0, 10000), nullptr, nullptr},
  {"left", false, is::whole(0, 1000000), nullptr, nullptr},
  {"sent", true, is::whole(0, 9007199254740991), nullptr, nullptr},
  {"failed", true, is::whole(0, 9007199254740991), nullptr, nullptr},
  {"rejected", true, is::whole(0, 9007199254740991), nullptr, nullptr},
  {"failing", true, is::flag(), nullptr, nullptr},
};
constexpr Part channelsStateChannel = {channelsStateChannelFields, 9, nullptr, 0, 0};
constexpr const Part *channelsStateChannelAlone[] = {&channelsStateChannel};

constexpr Type items5[] = {is::part(channelsStateChannelAlone)};

struct ChannelsState { enum : uint8_t { v, ts, channels, more }; };
constexpr Field channelsStateFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"ts", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"channels", true, is::list(items5, 40), nullptr, nullptr},
  {"more", false, is::whole(1, 10000), nullptr, nullptr},
};
constexpr Part channelsState = {channelsStateFields, 4, nullptr, 0, 6144};
constexpr const Part *channelsStateAlone[] = {&channelsState};

struct PlantState { enum : uint8_t { v, n, s, m, c, u, e, b, d, l, x, a, z, t, y, f, r, clock }; };
constexpr Field plantStateFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"n", true, is::text(1, 24), nullptr, nullptr},
  {"s", true, is::words("ok dry wet cold hot dark bright hungry salty stale unknown|unknown"), nullptr, nullptr},
  {"m", false, is::number(0, 100), nullptr, nullptr},
  {"c", false, is::number(-100, 150), nullptr, nullptr},
  {"u", false, is::number(0, 1000000), nullptr, nullptr},
  {"e", false, is::number(0, 1000000), nullptr, nullptr},
  {"b", false, is::number(0, 100), nullptr, nullptr},
  {"d", false, is::number(0, 100), nullptr, nullptr},
  {"l", false, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"x", false, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"a", false, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"z", false, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"t", false, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"y", false, is::words("none never silent offline unreadable quorum age clock refused|never"), nullptr, nullptr},
  {"f", false, is::form("^[a-z]{0,8}$"), nullptr, nullptr},
  {"r", true, is::whole(0, 2147483647), nullptr, nullptr},
  {"clock", false, is::words("set unset|unset"), nullptr, nullptr},
};
constexpr Part plantState = {plantStateFields, 18, nullptr, 0, 200};
constexpr const Part *plantStateAlone[] = {&plantState};

struct PlantDetailEvaluation { enum : uint8_t { quantity, status, reason, since, value, at, low, high }; };
constexpr Field plantDetailEvaluationFields[] = {
  {"quantity", true, is::text(1, 32), nullptr, nullptr},
  {"status", true, is::words("unknown low fine high|unknown"), nullptr, nullptr},
  {"reason", false, is::words("none never silent offline unreadable quorum age clock refused|never"), nullptr, nullptr},
  {"since", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"value", false, is::number(-1000000000, 1000000000), nullptr, nullptr},
  {"at", false, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"low", false, is::number(-1000000000, 1000000000), nullptr, nullptr},
  {"high", false, is::number(-1000000000, 1000000000), nullptr, nullptr},
};
constexpr Part plantDetailEvaluation = {plantDetailEvaluationFields, 8, nullptr, 0, 0};
constexpr const Part *plantDetailEvaluationAlone[] = {&plantDetailEvaluation};

struct PlantDetailForecast { enum : uint8_t { earliest, latest, unknown }; };
constexpr Field plantDetailForecastFields[] = {
  {"earliest", false, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"latest", false, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"unknown", false, is::words("learning steady wide soaking|learning"), nullptr, nullptr},
};
constexpr Part plantDetailForecast = {plantDetailForecastFields, 3, nullptr, 0, 0};
constexpr const Part *plantDetailForecastAlone[] = {&plantDetailForecast};

struct Why { enum : uint8_t { word, name, valve, by, unit, asked, used, most, until }; };
constexpr Field whyFields[] = {
  {"word", true, is::words("no_valve unknown_valve running closing amount no_meter clock disk other_bridge emergency_stop maintenance run_max run_litres supply supply_closing master pause day_max day_litres quiet_hours quiet_hours_ahead interlock interlock_lingers interlock_unknown rain not_asking countdown_length countdown_running no_countdown countdown_newer no_activity not_stopped not_locked questions history other|other"), nullptr, nullptr},
  {"name", false, is::text(1, 64), nullptr, nullptr},
  {"valve", false, is::form("^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"), nullptr, nullptr},
  {"by", false, is::form("^[a-z0-9][a-z0-9-]{0,31}$"), nullptr, nullptr},
  {"unit", false, is::words("s l|s"), nullptr, nullptr},
  {"asked", false, is::number(-1000000000, 1000000000), nullptr, nullptr},
  {"used", false, is::number(-1000000000, 1000000000), nullptr, nullptr},
  {"most", false, is::number(-1000000000, 1000000000), nullptr, nullptr},
  {"until", false, is::whole(1000000000, 4102444800), nullptr, nullptr},
};
constexpr Part why = {whyFields, 9, nullptr, 0, 0};
constexpr const Part *whyAlone[] = {&why};

struct PlantDetailWatering { enum : uint8_t { valve, seconds, seconds_max, litres, automatic, state, ends, held }; };
constexpr Field plantDetailWateringFields[] = {
  {"valve", true, is::form("^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"), nullptr, nullptr},
  {"seconds", true, is::whole(0, 86400), nullptr, nullptr},
  {"seconds_max", true, is::whole(0, 86400), nullptr, nullptr},
  {"litres", false, is::number(0, 1000000), nullptr, nullptr},
  {"automatic", true, is::flag(), nullptr, nullptr},
  {"state", false, is::words("closed opening open closing|open"), nullptr, nullptr},
  {"ends", false, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"held", false, is::part(whyAlone), nullptr, nullptr},
};
constexpr Part plantDetailWatering = {plantDetailWateringFields, 8, nullptr, 0, 0};
constexpr const Part *plantDetailWateringAlone[] = {&plantDetailWatering};

struct PlantDetailSensorValue { enum : uint8_t { quantity, value, raw, at, fresh }; };
constexpr Field plantDetailSensorValueFields[] = {
  {"quantity", true, is::text(1, 32), nullptr, nullptr},
  {"value", true, is::number(-1000000000, 1000000000), nullptr, nullptr},
  {"raw", false, is::number(-1000000000, 1000000000), nullptr, nullptr},
  {"at", false, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"fresh", true, is::flag(), nullptr, nullptr},
};
constexpr Part plantDetailSensorValue = {plantDetailSensorValueFields, 5, nullptr, 0, 0};
constexpr const Part *plantDetailSensorValueAlone[] = {&plantDetailSensorValue};

constexpr Type items6[] = {is::part(plantDetailSensorValueAlone)};

constexpr Type items7[] = {is::text(1, 64), is::whole(1, 2147483647)};

struct PlantDetailSensor { enum : uint8_t { id, online, values, refused, last_refusal }; };
constexpr Field plantDetailSensorFields[] = {
  {"id", true, is::text(1, 64), nullptr, nullptr},
  {"online", false, is::flag(), nullptr, nullptr},
  {"values", true, is::list(items6, 16), nullptr, nullptr},
  {"refused", true, is::table(items7, 64), nullptr, nullptr},
  {"last_refusal", false, is::text(1, 64), nullptr, nullptr},
};
constexpr Part plantDetailSensor = {plantDetailSensorFields, 5, nullptr, 0, 0};
constexpr const Part *plantDetailSensorAlone[] = {&plantDetailSensor};

struct Hearing { enum : uint8_t { person, why, at }; };
constexpr Field hearingFields[] = {
  {"person", true, is::text(1, 64), nullptr, nullptr},
  {"why", true, is::words("told window put_off watering only category turn quiet budget device crowded clock bridge rising fine dwell rain rule answered calendar unknown suspect|unknown"), nullptr, nullptr},
  {"at", false, is::whole(1000000000, 4102444800), nullptr, nullptr},
};
constexpr Part hearing = {hearingFields, 3, nullptr, 0, 0};
constexpr const Part *hearingAlone[] = {&hearing};

constexpr Type items8[] = {is::part(plantDetailEvaluationAlone)};

constexpr Type items9[] = {is::part(plantDetailSensorAlone)};

constexpr Type items10[] = {is::part(hearingAlone)};

struct PlantDetail { enum : uint8_t { v, id, name, evaluations, battery, dry_below, last, next, next_because, forecast, never_watered, because, line, key, watering, picture, sensors, heard, rev, ts, clock }; };
constexpr Field plantDetailFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"id", true, is::form("^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"), nullptr, nullptr},
  {"name", true, is::text(1, 64), nullptr, nullptr},
  {"evaluations", true, is::list(items8, 8), nullptr, nullptr},
  {"battery", false, is::number(0, 100), nullptr, nullptr},
  {"dry_below", false, is::number(0, 100), nullptr, nullptr},
  {"last", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"next", false, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"next_because", false, is::words("due learned calendar unknown|unknown"), nullptr, nullptr},
  {"forecast", false, is::part(plantDetailForecastAlone), nullptr, nullptr},
  {"never_watered", false, is::flag(), nullptr, nullptr},
  {"because", true, is::text(0, 500), nullptr, nullptr},
  {"line", false, is::whole(0, 2147483647), nullptr, nullptr},
  {"key", false, is::text(1, 200), nullptr, nullptr},
  {"watering", false, is::part(plantDetailWateringAlone), nullptr, nullptr},
  {"picture", false, is::words("cactus succulent fern palm herb rosemary grass orchid flower chili tomato tree leaf photo|leaf"), nullptr, nullptr},
  {"sensors", true, is::list(items9, 32), nullptr, nullptr},
  {"heard", false, is::list(items10, 16), nullptr, nullptr},
  {"rev", true, is::whole(0, 2147483647), nullptr, nullptr},
  {"ts", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"clock", false, is::words("set unset|unset"), nullptr, nullptr},
};
constexpr Part plantDetail = {plantDetailFields, 21, nullptr, 0, 4096};
constexpr const Part *plantDetailAlone[] = {&plantDetail};

constexpr Type items11[] = {is::text(1, 64), is::text(1, 64)};

constexpr Type items12[] = {is::text(0, 64)};

struct NotificationCategoryAction { enum : uint8_t { id, title, loc, titles, options, role, defer_s, next_local }; };
constexpr Field notificationCategoryActionFields[] = {
  {"id", true, is::form("^([a-z][a-z0-9_]{0,31}|com\\.apple\\.UNNotificationDefaultActionIdentifier|com\\.apple\\.UNNotificationDismissActionIdentifier)$"), nullptr, nullptr},
  {"title", true, is::text(1, 64), nullptr, nullptr},
  {"loc", false, is::text(1, 64), nullptr, nullptr},
  {"titles", false, is::table(items11, 32), nullptr, nullptr},
  {"options", false, is::list(items12, 32), "[]", nullptr},
  {"role", false, is::words("viewer actor tuner operator|operator"), nullptr, nullptr},
  {"defer_s", false, is::whole(1, 31536000), nullptr, nullptr},
  {"next_local", false, is::form("^[0-2][0-9]:[0-5][0-9]$"), nullptr, nullptr},
};
constexpr Part notificationCategoryAction = {notificationCategoryActionFields, 8, nullptr, 0, 0};
constexpr const Part *notificationCategoryActionAlone[] = {&notificationCategoryAction};

constexpr Type items13[] = {is::part(notificationCategoryActionAlone)};

struct NotificationCategory { enum : uint8_t { v, id, rev, options, actions }; };
constexpr Field notificationCategoryFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"id", true, is::form("^[A-Z][A-Z0-9_]{0,31}$"), nullptr, nullptr},
  {"rev", true, is::whole(0, 2147483647), nullptr, nullptr},
  {"options", false, is::list(items12, 32), "[]", nullptr},
  {"actions", false, is::list(items13, 10), "[]", nullptr},
};
constexpr Rule notificationCategoryRules[] = {
  {nullptr, nullptr, false, Demand::unique, "actions", "id", nullptr, 0, 0},
};
constexpr Part notificationCategory = {notificationCategoryFields, 5, notificationCategoryRules, 1, 4096};
constexpr const Part *notificationCategoryAlone[] = {&notificationCategory};

struct ControlStateRefused { enum : uint8_t { code, value, by, ts }; };
constexpr Field controlStateRefusedFields[] = {
  {"code", true, is::words("accepted duplicate already_done queued bad_json too_large unsupported_version missing_field bad_id bad_time bad_value bad_unit out_of_range off_step conflict stale expired unknown_note unknown_action unknown_request unknown_control unknown_plant forbidden rate_limited refused busy delivered cancelled not_reachable unknown_message|refused"), nullptr, nullptr},
  {"value", false, is::number(-1000000000, 1000000000), nullptr, nullptr},
  {"by", false, is::form("^[a-z0-9][a-z0-9-]{0,31}$"), nullptr, nullptr},
  {"ts", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
};
constexpr Part controlStateRefused = {controlStateRefusedFields, 4, nullptr, 0, 0};
constexpr const Part *controlStateRefusedAlone[] = {&controlStateRefused};

struct ControlState { enum : uint8_t { v, id, plant, place, title, name, kind, widget, unit, min, max, step, value, requested, phase, by, refused, rev, ts, role, clock }; };
constexpr Field controlStateFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"id", true, is::form("^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$"), nullptr, nullptr},
  {"plant", false, is::form("^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"), nullptr, nullptr},
  {"place", false, is::form("^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"), nullptr, nullptr},
  {"title", true, is::text(1, 64), nullptr, nullptr},
  {"name", false, is::text(1, 64), nullptr, nullptr},
  {"kind", true, is::words("setpoint actuator|actuator"), nullptr, nullptr},
  {"widget", true, is::text(1, 16), nullptr, nullptr},
  {"unit", true, is::text(1, 8), nullptr, nullptr},
  {"min", true, is::number(-1000000000, 1000000000), nullptr, nullptr},
  {"max", true, is::number(-1000000000, 1000000000), nullptr, nullptr},
  {"step", true, is::positive(), nullptr, nullptr},
  {"value", false, is::number(-1000000000, 1000000000), nullptr, nullptr},
  {"requested", false, is::number(-1000000000, 1000000000), nullptr, nullptr},
  {"phase", true, is::words("settled requested accepted rejected no_answer|settled"), nullptr, nullptr},
  {"by", false, is::form("^[a-z0-9][a-z0-9-]{0,31}$"), nullptr, nullptr},
  {"refused", false, is::part(controlStateRefusedAlone), nullptr, nullptr},
  {"rev", true, is::whole(0, 2147483647), nullptr, nullptr},
  {"ts", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"role", true, is::words("viewer actor tuner operator|operator"), nullptr, nullptr},
  {"clock", false, is::words("set unset|unset"), nullptr, nullptr},
};
constexpr Rule controlStateRules[] = {
  {nullptr, nullptr, false, Demand::above, "max", "min", nullptr, 0, 0},
  {nullptr, nullptr, false, Demand::steps, nullptr, nullptr, nullptr, 0, 10000},
  {nullptr, nullptr, false, Demand::notBelow, "value", "min", nullptr, 0, 0},
  {nullptr, nullptr, false, Demand::notAbove, "value", "max", nullptr, 0, 0},
  {nullptr, nullptr, false, Demand::notBelow, "requested", "min", nullptr, 0, 0},
  {nullptr, nullptr, false, Demand::notAbove, "requested", "max", nullptr, 0, 0},
};
constexpr Part controlState = {controlStateFields, 21, controlStateRules, 6, 1024};
constexpr const Part *controlStateAlone[] = {&controlState};

struct Alert { enum : uint8_t { title, subtitle, body }; };
constexpr Field alertFields[] = {
  {"title", false, is::text(0, 4096), nullptr, nullptr},
  {"subtitle", false, is::text(0, 4096), nullptr, nullptr},
  {"body", false, is::text(0, 4096), nullptr, nullptr},
};
constexpr Rule alertRules[] = {
  {nullptr, nullptr, false, Demand::someText, nullptr, nullptr, "title body", 0, 0},
};
constexpr Part alert = {alertFields, 3, alertRules, 1, 0};
constexpr const Part *alertAlone[] = {&alert};

struct WaterQuestion { enum : uint8_t { seconds, litres }; };
constexpr Field waterQuestionFields[] = {
  {"seconds", true, is::whole(1, 86400), nullptr, nullptr},
  {"litres", false, is::number(0.1, 100000), nullptr, nullptr},
};
constexpr Part waterQuestion = {waterQuestionFields, 2, nullptr, 0, 0};
constexpr const Part *waterQuestionAlone[] = {&waterQuestion};

struct PlantDates { enum : uint8_t { id, name, lastDate, lastWateringDate, nextDate, nextWateringDate, next_because, water }; };
constexpr Field plantDatesFields[] = {
  {"id", true, is::form("^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"), nullptr, nullptr},
  {"name", true, is::text(1, 64), nullptr, nullptr},
  {"lastDate", false, is::whole(1000000000, 4102444800), nullptr, "lastWateringDate"},
  {"lastWateringDate", false, is::whole(1000000000, 4102444800), nullptr, "lastDate"},
  {"nextDate", false, is::whole(1000000000, 4102444800), nullptr, "nextWateringDate"},
  {"nextWateringDate", false, is::whole(1000000000, 4102444800), nullptr, "nextDate"},
  {"next_because", false, is::words("due learned calendar unknown|unknown"), nullptr, nullptr},
  {"water", false, is::part(waterQuestionAlone), nullptr, nullptr},
};
constexpr Rule plantDatesRules[] = {
  {nullptr, nullptr, false, Demand::above, "nextDate", "lastDate", nullptr, 0, 0},
};
constexpr Part plantDates = {plantDatesFields, 8, plantDatesRules, 1, 0};
constexpr const Part *plantDatesAlone[] = {&plantDates};

constexpr Type items14[] = {is::form("^([a-z][a-z0-9_]{0,31}|com\\.apple\\.UNNotificationDefaultActionIdentifier|com\\.apple\\.UNNotificationDismissActionIdentifier)$")};

constexpr Type items15[] = {is::text(1, 64), is::part(alertAlone)};

constexpr Type items16[] = {is::part(plantDatesAlone)};

struct ReminderState { enum : uint8_t { v, key, note, rev, state, since, sent, until, by, category, actions, alert, alerts, plant, plants, control, water, activity, clock, untold }; };
constexpr Field reminderStateFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"key", true, is::form("^[A-Za-z0-9_-]{1,32}$"), nullptr, nullptr},
  {"note", true, is::form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"), nullptr, nullptr},
  {"rev", true, is::whole(0, 2147483647), nullptr, nullptr},
  {"state", true, is::words("due sent snoozed watering|due"), nullptr, nullptr},
  {"since", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"sent", false, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"until", false, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"by", false, is::form("^[a-z0-9][a-z0-9-]{0,31}$"), nullptr, nullptr},
  {"category", true, is::form("^[A-Z][A-Z0-9_]{0,31}$"), nullptr, nullptr},
  {"actions", true, is::list(items14, 10), nullptr, nullptr},
  {"alert", true, is::part(alertAlone), nullptr, nullptr},
  {"alerts", false, is::table(items15, 32), nullptr, nullptr},
  {"plant", false, is::part(plantDatesAlone), nullptr, nullptr},
  {"plants", false, is::list(items16, 64), nullptr, nullptr},
  {"control", false, is::form("^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$"), nullptr, nullptr},
  {"water", false, is::part(waterQuestionAlone), nullptr, nullptr},
  {"activity", false, is::form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"), nullptr, nullptr},
  {"clock", false, is::words("set unset|unset"), nullptr, nullptr},
  {"untold", false, is::list(items10, 16), nullptr, nullptr},
};
constexpr Rule reminderStateRules[] = {
  {"state", "snoozed", false, Demand::fields, nullptr, nullptr, "until", 0, 0},
};
constexpr Part reminderState = {reminderStateFields, 20, reminderStateRules, 1, 4096};
constexpr const Part *reminderStateAlone[] = {&reminderState};

struct ActivityAttributes { enum : uint8_t { name }; };
constexpr Field activityAttributesFields[] = {
  {"name", true, is::text(1, 64), nullptr, nullptr},
};
constexpr Part activityAttributes = {activityAttributesFields, 1, nullptr, 0, 0};
constexpr const Part *activityAttributesAlone[] = {&activityAttributes};

struct ActivityContent { enum : uint8_t { emoji, title, progress }; };
constexpr Field activityContentFields[] = {
  {"emoji", false, is::grapheme(32), "\"💧\"", nullptr},
  {"title", false, is::text(1, 120), "\"–\"", nullptr},
  {"progress", false, is::clamped(0, 1), "0", nullptr},
};
constexpr Part activityContent = {activityContentFields, 3, nullptr, 0, 0};
constexpr const Part *activityContentAlone[] = {&activityContent};

struct ActivityStateHeat { enum : uint8_t { from, to, value, control }; };
constexpr Field activityStateHeatFields[] = {
  {"from", true, is::number(-1000000000, 1000000000), nullptr, nullptr},
  {"to", true, is::number(-1000000000, 1000000000), nullptr, nullptr},
  {"value", true, is::number(-1000000000, 1000000000), nullptr, nullptr},
  {"control", true, is::form("^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$"), nullptr, nullptr},
};
constexpr Part activityStateHeat = {activityStateHeatFields, 4, nullptr, 0, 0};
constexpr const Part *activityStateHeatAlone[] = {&activityStateHeat};

struct ActivityState { enum : uint8_t { v, id, state, attributes_type, attributes, content_state, timestamp, stale_date, started, ends, ends_by, seq, plant, key, kind, heat, end, by, why, cause, litres, meant_s, ran_s, at_most, clock }; };
constexpr Field activityStateFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"id", true, is::form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"), nullptr, nullptr},
  {"state", true, is::words("active stale ended|stale"), nullptr, nullptr},
  {"attributes-type", true, is::text(1, 64), nullptr, nullptr},
  {"attributes", true, is::part(activityAttributesAlone), nullptr, nullptr},
  {"content-state", true, is::part(activityContentAlone), nullptr, nullptr},
  {"timestamp", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"stale-date", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"started", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"ends", false, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"ends_by", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"seq", true, is::whole(1, 2147483647), nullptr, nullptr},
  {"plant", false, is::form("^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"), nullptr, nullptr},
  {"key", false, is::form("^[A-Za-z0-9_-]{1,32}$"), nullptr, nullptr},
  {"kind", true, is::words("watering countdown heating|watering"), nullptr, nullptr},
  {"heat", false, is::part(activityStateHeatAlone), nullptr, nullptr},
  {"end", false, is::words("finished target stopped interrupted failed unknown renewed|unknown"), nullptr, nullptr},
  {"by", false, is::form("^[a-z0-9][a-z0-9-]{0,31}$"), nullptr, nullptr},
  {"why", false, is::text(1, 64), nullptr, nullptr},
  {"cause", false, is::text(1, 64), nullptr, nullptr},
  {"litres", false, is::number(0, 1000000), nullptr, nullptr},
  {"meant_s", false, is::whole(0, 2147483647), nullptr, nullptr},
  {"ran_s", false, is::whole(0, 2147483647), nullptr, nullptr},
  {"at_most", false, is::flag(), nullptr, nullptr},
  {"clock", false, is::words("set unset|unset"), nullptr, nullptr},
};
constexpr Rule activityStateRules[] = {
  {"state", "ended", true, Demand::nothing, "end", nullptr, nullptr, 0, 0},
};
constexpr Part activityState = {activityStateFields, 25, activityStateRules, 1, 4096};
constexpr const Part *activityStateAlone[] = {&activityState};

struct HeaterState { enum : uint8_t { v, id, name, place, state, reason, setpoint, control, ends, trouble, ts, clock }; };
constexpr Field heaterStateFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"id", true, is::form("^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"), nullptr, nullptr},
  {"name", true, is::text(1, 64), nullptr, nullptr},
  {"place", false, is::form("^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"), nullptr, nullptr},
  {"state", true, is::words("off switching_on on switching_off|switching_off"), nullptr, nullptr},
  {"reason", true, is::words("warm cold pausing lingering blind held unproved|unproved"), nullptr, nullptr},
  {"setpoint", true, is::number(-1000000000, 1000000000), nullptr, nullptr},
  {"control", true, is::form("^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$"), nullptr, nullptr},
  {"ends", false, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"trouble", false, is::words("stuck_on did_not_switch_on blind no_effect|stuck_on"), nullptr, nullptr},
  {"ts", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"clock", false, is::words("set unset|unset"), nullptr, nullptr},
};
constexpr Part heaterState = {heaterStateFields, 12, nullptr, 0, 1024};
constexpr const Part *heaterStateAlone[] = {&heaterState};

struct GlanceStateRun { enum : uint8_t { activity, kind, plant, name, state, started, ends, url }; };
constexpr Field glanceStateRunFields[] = {
  {"activity", true, is::form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"), nullptr, nullptr},
  {"kind", true, is::words("watering countdown|watering"), nullptr, nullptr},
  {"plant", false, is::form("^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"), nullptr, nullptr},
  {"name", true, is::text(1, 24), nullptr, nullptr},
  {"state", true, is::words("running finished stopped interrupted failed unknown|unknown"), nullptr, nullptr},
  {"started", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"ends", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"url", false, is::text(1, 200), nullptr, nullptr},
};
constexpr Rule glanceStateRunRules[] = {
  {nullptr, nullptr, false, Demand::notBelow, "ends", "started", nullptr, 0, 0},
};
constexpr Part glanceStateRun = {glanceStateRunFields, 8, glanceStateRunRules, 1, 0};
constexpr const Part *glanceStateRunAlone[] = {&glanceStateRun};

constexpr Type items17[] = {is::part(glanceStateRunAlone)};

struct GlanceState { enum : uint8_t { v, rev, due, next, next_because, runs, more, ts, clock }; };
constexpr Field glanceStateFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"rev", true, is::whole(0, 2147483647), nullptr, nullptr},
  {"due", true, is::whole(0, 10000), nullptr, nullptr},
  {"next", false, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"next_because", false, is::words("due learned calendar unknown|unknown"), nullptr, nullptr},
  {"runs", true, is::list(items17, 4), nullptr, nullptr},
  {"more", false, is::whole(1, 10000), nullptr, nullptr},
  {"ts", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"clock", false, is::words("set unset|unset"), nullptr, nullptr},
};
constexpr Part glanceState = {glanceStateFields, 9, nullptr, 0, 2048};
constexpr const Part *glanceStateAlone[] = {&glanceState};

struct HoldStateHold { enum : uint8_t { valve, kind, by, since }; };
constexpr Field holdStateHoldFields[] = {
  {"valve", false, is::form("^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"), nullptr, nullptr},
  {"kind", true, is::words("emergency maintenance|emergency"), nullptr, nullptr},
  {"by", false, is::form("^[a-z0-9][a-z0-9-]{0,31}$"), nullptr, nullptr},
  {"since", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
};
constexpr Part holdStateHold = {holdStateHoldFields, 4, nullptr, 0, 0};
constexpr const Part *holdStateHoldAlone[] = {&holdStateHold};

struct HoldStateInterlock { enum : uint8_t { id, name, state, reason, since }; };
constexpr Field holdStateInterlockFields[] = {
  {"id", true, is::form("^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"), nullptr, nullptr},
  {"name", true, is::text(1, 64), nullptr, nullptr},
  {"state", true, is::words("clear blocks lingers unknown|unknown"), nullptr, nullptr},
  {"reason", false, is::words("never silent age unreadable none clock|none"), nullptr, nullptr},
  {"since", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
};
constexpr Part holdStateInterlock = {holdStateInterlockFields, 5, nullptr, 0, 0};
constexpr const Part *holdStateInterlockAlone[] = {&holdStateInterlock};

constexpr Type items18[] = {is::part(holdStateHoldAlone)};

constexpr Type items19[] = {is::form("^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$")};

constexpr Type items20[] = {is::part(holdStateInterlockAlone)};

struct HoldState { enum : uint8_t { v, stopped, holds, locked, interlocks, clock }; };
constexpr Field holdStateFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"stopped", true, is::flag(), nullptr, nullptr},
  {"holds", true, is::list(items18, 128), nullptr, nullptr},
  {"locked", true, is::list(items19, 1024), nullptr, nullptr},
  {"interlocks", true, is::list(items20, 128), nullptr, nullptr},
  {"clock", false, is::words("set unset|unset"), nullptr, nullptr},
};
constexpr Rule holdStateRules[] = {
  {"stopped", "false", false, Demand::each, "holds", "kind", "maintenance", 0, 0},
};
constexpr Part holdState = {holdStateFields, 6, holdStateRules, 1, 4096};
constexpr const Part *holdStateAlone[] = {&holdState};

struct DeviceState { enum : uint8_t { v, id, name, kind, reachability, since, clock }; };
constexpr Field deviceStateFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"id", true, is::form("^[a-z0-9][a-z0-9-]{0,31}$"), nullptr, nullptr},
  {"name", true, is::text(1, 64), nullptr, nullptr},
  {"kind", false, is::words("phone watch tag display dashboard speaker other|other"), nullptr, nullptr},
  {"reachability", true, is::words("notReachable backgroundOnly immediatelyReachable|notReachable"), nullptr, nullptr},
  {"since", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"clock", false, is::words("set unset|unset"), nullptr, nullptr},
};
constexpr Part deviceState = {deviceStateFields, 7, nullptr, 0, 1024};
constexpr const Part *deviceStateAlone[] = {&deviceState};

struct NotificationMessageNote { enum : uint8_t { v, id, key, rev, ts, exp, never_watered, more, clock, actions, url }; };
constexpr Field notificationMessageNoteFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"id", true, is::form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"), nullptr, nullptr},
  {"key", true, is::form("^[A-Za-z0-9_-]{1,32}$"), nullptr, nullptr},
  {"rev", true, is::whole(1, 2147483647), nullptr, nullptr},
  {"ts", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"exp", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"never_watered", false, is::flag(), nullptr, nullptr},
  {"more", false, is::whole(0, 10000), nullptr, nullptr},
  {"clock", false, is::words("set unset|unset"), nullptr, nullptr},
  {"actions", false, is::list(items14, 10), nullptr, nullptr},
  {"url", false, is::text(1, 200), nullptr, nullptr},
};
constexpr Rule notificationMessageNoteRules[] = {
  {nullptr, nullptr, false, Demand::above, "exp", "ts", nullptr, 0, 0},
};
constexpr Part notificationMessageNote = {notificationMessageNoteFields, 11, notificationMessageNoteRules, 1, 0};
constexpr const Part *notificationMessageNoteAlone[] = {&notificationMessageNote};

struct NotificationMessageAPS { enum : uint8_t { alert, category, thread_id, sound, interruption_level, relevance_score }; };
constexpr Field notificationMessageAPSFields[] = {
  {"alert", true, is::part(alertAlone), nullptr, nullptr},
  {"category", true, is::form("^[A-Z][A-Z0-9_]{0,31}$"), nullptr, nullptr},
  {"thread-id", true, is::text(1, 64), nullptr, nullptr},
  {"sound", false, is::text(1, 64), nullptr, nullptr},
  {"interruption-level", false, is::words("passive active time-sensitive|active"), nullptr, nullptr},
  {"relevance-score", false, is::number(0, 1), nullptr, nullptr},
};
constexpr Part notificationMessageAPS = {notificationMessageAPSFields, 6, nullptr, 0, 0};
constexpr const Part *notificationMessageAPSAlone[] = {&notificationMessageAPS};

struct Slider { enum : uint8_t { id, title, unit, display_unit, min, max, step, value, rev, topic, until }; };
constexpr Field sliderFields[] = {
  {"id", true, is::form("^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$"), nullptr, nullptr},
  {"title", true, is::text(1, 64), nullptr, nullptr},
  {"unit", true, is::text(1, 8), nullptr, nullptr},
  {"display_unit", false, is::text(1, 8), nullptr, nullptr},
  {"min", true, is::number(-1000000000, 1000000000), nullptr, nullptr},
  {"max", true, is::number(-1000000000, 1000000000), nullptr, nullptr},
  {"step", true, is::positive(), nullptr, nullptr},
  {"value", false, is::number(-1000000000, 1000000000), nullptr, nullptr},
  {"rev", true, is::whole(0, 2147483647), nullptr, nullptr},
  {"topic", true, is::text(1, 256), nullptr, nullptr},
  {"until", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
};
constexpr Rule sliderRules[] = {
  {nullptr, nullptr, false, Demand::above, "max", "min", nullptr, 0, 0},
  {nullptr, nullptr, false, Demand::steps, nullptr, nullptr, nullptr, 0, 10000},
  {nullptr, nullptr, false, Demand::notBelow, "value", "min", nullptr, 0, 0},
  {nullptr, nullptr, false, Demand::notAbove, "value", "max", nullptr, 0, 0},
};
constexpr Part slider = {sliderFields, 11, sliderRules, 4, 0};
constexpr const Part *sliderAlone[] = {&slider};

struct NotificationMessage { enum : uint8_t { note, aps, plant, plants, control, water }; };
constexpr Field notificationMessageFields[] = {
  {"note", true, is::part(notificationMessageNoteAlone), nullptr, nullptr},
  {"aps", true, is::part(notificationMessageAPSAlone), nullptr, nullptr},
  {"plant", false, is::part(plantDatesAlone), nullptr, nullptr},
  {"plants", false, is::list(items16, 64), nullptr, nullptr},
  {"control", false, is::part(sliderAlone), nullptr, nullptr},
  {"water", false, is::part(waterQuestionAlone), nullptr, nullptr},
};
constexpr Rule notificationMessageRules[] = {
  {"aps/category", "WATERING_OFFER WATERING_REMINDER WATERING_DIGEST WATERING_DIGEST_OFFER", false, Demand::fields, nullptr, nullptr, "plant", 0, 0},
  {"aps/category", "WATERING_DIGEST WATERING_DIGEST_OFFER", false, Demand::fields, nullptr, nullptr, "plants", 0, 0},
  {"aps/category", "WATERING_OFFER WATERING_DIGEST_OFFER", false, Demand::fields, nullptr, nullptr, "water", 0, 0},
  {"aps/category", "SETPOINT_ADJUST", false, Demand::fields, nullptr, nullptr, "control", 0, 0},
};
constexpr Part notificationMessage = {notificationMessageFields, 6, notificationMessageRules, 4, 4096};
constexpr const Part *notificationMessageAlone[] = {&notificationMessage};

struct WithdrawMessage { enum : uint8_t { v, id, note, key, reason, by, ts, activity, clock }; };
constexpr Field withdrawMessageFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"id", true, is::form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"), nullptr, nullptr},
  {"note", true, is::form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"), nullptr, nullptr},
  {"key", true, is::form("^[A-Za-z0-9_-]{1,32}$"), nullptr, nullptr},
  {"reason", true, is::words("done deferred superseded expired cancelled|cancelled"), nullptr, nullptr},
  {"by", false, is::form("^[a-z0-9][a-z0-9-]{0,31}$"), nullptr, nullptr},
  {"ts", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"activity", false, is::form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"), nullptr, nullptr},
  {"clock", false, is::words("set unset|unset"), nullptr, nullptr},
};
constexpr Part withdrawMessage = {withdrawMessageFields, 9, nullptr, 0, 1024};
constexpr const Part *withdrawMessageAlone[] = {&withdrawMessage};

struct ActivityMessageHead { enum : uint8_t { v, id, seq, plant, key, ends_by, renews, end, by, why, clock, url }; };
constexpr Field activityMessageHeadFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"id", true, is::form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"), nullptr, nullptr},
  {"seq", true, is::whole(1, 2147483647), nullptr, nullptr},
  {"plant", false, is::form("^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"), nullptr, nullptr},
  {"key", false, is::form("^[A-Za-z0-9_-]{1,32}$"), nullptr, nullptr},
  {"ends_by", false, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"renews", false, is::form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"), nullptr, nullptr},
  {"end", false, is::words("finished target stopped interrupted failed unknown renewed|unknown"), nullptr, nullptr},
  {"by", false, is::form("^[a-z0-9][a-z0-9-]{0,31}$"), nullptr, nullptr},
  {"why", false, is::text(1, 64), nullptr, nullptr},
  {"clock", false, is::words("set unset|unset"), nullptr, nullptr},
  {"url", false, is::text(1, 200), nullptr, nullptr},
};
constexpr Part activityMessageHead = {activityMessageHeadFields, 12, nullptr, 0, 0};
constexpr const Part *activityMessageHeadAlone[] = {&activityMessageHead};

struct ActivityMessageAPS { enum : uint8_t { timestamp, event, attributes_type, attributes, content_state, stale_date, dismissal_date, relevance_score, alert }; };
constexpr Field activityMessageAPSFields[] = {
  {"timestamp", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"event", true, is::words("start update end"), nullptr, nullptr},
  {"attributes-type", false, is::text(1, 64), nullptr, nullptr},
  {"attributes", false, is::part(activityAttributesAlone), nullptr, nullptr},
  {"content-state", true, is::part(activityContentAlone), nullptr, nullptr},
  {"stale-date", false, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"dismissal-date", false, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"relevance-score", false, is::number(0, 1000000), nullptr, nullptr},
  {"alert", false, is::part(alertAlone), nullptr, nullptr},
};
constexpr Rule activityMessageAPSRules[] = {
  {"event", "start", false, Demand::fields, nullptr, nullptr, "alert attributes attributes-type", 0, 0},
};
constexpr Part activityMessageAPS = {activityMessageAPSFields, 9, activityMessageAPSRules, 1, 0};
constexpr const Part *activityMessageAPSAlone[] = {&activityMessageAPS};

struct ActivityMessage { enum : uint8_t { activity, aps }; };
constexpr Field activityMessageFields[] = {
  {"activity", true, is::part(activityMessageHeadAlone), nullptr, nullptr},
  {"aps", true, is::part(activityMessageAPSAlone), nullptr, nullptr},
};
constexpr Rule activityMessageRules[] = {
  {"aps/event", "end", true, Demand::nothing, "activity/end", nullptr, nullptr, 0, 0},
};
constexpr Part activityMessage = {activityMessageFields, 2, activityMessageRules, 1, 4096};
constexpr const Part *activityMessageAlone[] = {&activityMessage};

struct AckPlantFact { enum : uint8_t { id, lastDate, nextDate, next_because }; };
constexpr Field ackPlantFactFields[] = {
  {"id", true, is::form("^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"), nullptr, nullptr},
  {"lastDate", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"nextDate", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"next_because", false, is::words("due learned calendar unknown|unknown"), nullptr, nullptr},
};
constexpr Part ackPlantFact = {ackPlantFactFields, 4, nullptr, 0, 0};
constexpr const Part *ackPlantFactAlone[] = {&ackPlantFact};

struct AckControlFact { enum : uint8_t { id, value, requested, rev, min, max, step }; };
constexpr Field ackControlFactFields[] = {
  {"id", true, is::form("^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$"), nullptr, nullptr},
  {"value", false, is::number(-1000000000, 1000000000), nullptr, nullptr},
  {"requested", false, is::number(-1000000000, 1000000000), nullptr, nullptr},
  {"rev", true, is::whole(0, 2147483647), nullptr, nullptr},
  {"min", true, is::number(-1000000000, 1000000000), nullptr, nullptr},
  {"max", true, is::number(-1000000000, 1000000000), nullptr, nullptr},
  {"step", true, is::positive(), nullptr, nullptr},
};
constexpr Rule ackControlFactRules[] = {
  {nullptr, nullptr, false, Demand::above, "max", "min", nullptr, 0, 0},
};
constexpr Part ackControlFact = {ackControlFactFields, 7, ackControlFactRules, 1, 0};
constexpr const Part *ackControlFactAlone[] = {&ackControlFact};

struct Ack { enum : uint8_t { v, re, ok, code, ts, why, message, field, by, plant, control, activity, reachability, left, next, clock }; };
constexpr Field ackFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"re", false, is::form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"), nullptr, nullptr},
  {"ok", true, is::flag(), nullptr, nullptr},
  {"code", true, is::words("accepted duplicate already_done queued bad_json too_large unsupported_version missing_field bad_id bad_time bad_value bad_unit out_of_range off_step conflict stale expired unknown_note unknown_action unknown_request unknown_control unknown_plant forbidden rate_limited refused busy delivered cancelled not_reachable unknown_message|refused"), nullptr, nullptr},
  {"ts", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"why", false, is::part(whyAlone), nullptr, nullptr},
  {"message", false, is::text(1, 120), nullptr, nullptr},
  {"field", false, is::text(0, 200), nullptr, nullptr},
  {"by", false, is::form("^[a-z0-9][a-z0-9-]{0,31}$"), nullptr, nullptr},
  {"plant", false, is::part(ackPlantFactAlone), nullptr, nullptr},
  {"control", false, is::part(ackControlFactAlone), nullptr, nullptr},
  {"activity", false, is::form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"), nullptr, nullptr},
  {"reachability", false, is::words("notReachable backgroundOnly immediatelyReachable|notReachable"), nullptr, nullptr},
  {"left", false, is::whole(0, 2147483647), nullptr, nullptr},
  {"next", false, is::whole(0, 4194304), nullptr, nullptr},
  {"clock", false, is::words("set unset|unset"), nullptr, nullptr},
};
constexpr Rule ackRules[] = {
  {"ok", "false", false, Demand::otherWords, "code", nullptr, "accepted duplicate already_done queued delivered", 0, 0},
  {"ok", "true", false, Demand::otherWords, "code", nullptr, "bad_json too_large unsupported_version missing_field bad_id bad_time bad_value bad_unit out_of_range off_step conflict stale expired unknown_note unknown_action unknown_request unknown_control unknown_plant forbidden rate_limited refused busy cancelled not_reachable unknown_message", 0, 0},
};
constexpr Part ack = {ackFields, 16, ackRules, 2, 1024};
constexpr const Part *ackAlone[] = {&ack};

struct DeviceContextCompanion { enum : uint8_t { id, kind, glances }; };
constexpr Field deviceContextCompanionFields[] = {
  {"id", true, is::form("^[a-z0-9][a-z0-9-]{0,31}$"), nullptr, nullptr},
  {"kind", false, is::words("phone watch tag display dashboard speaker other|other"), nullptr, nullptr},
  {"glances", false, is::whole(0, 50), nullptr, nullptr},
};
constexpr Part deviceContextCompanion = {deviceContextCompanionFields, 3, nullptr, 0, 0};
constexpr const Part *deviceContextCompanionAlone[] = {&deviceContextCompanion};

constexpr Type items21[] = {is::part(deviceContextCompanionAlone)};

struct DeviceContextContent { enum : uint8_t { role, language, temperature_unit, devices }; };
constexpr Field deviceContextContentFields[] = {
  {"role", true, is::words("viewer actor tuner operator|viewer"), nullptr, nullptr},
  {"language", false, is::text(1, 64), nullptr, nullptr},
  {"temperature_unit", true, is::words("celsius fahrenheit|celsius"), nullptr, nullptr},
  {"devices", false, is::list(items21, 10), nullptr, nullptr},
};
constexpr Part deviceContextContent = {deviceContextContentFields, 4, nullptr, 0, 0};
constexpr const Part *deviceContextContentAlone[] = {&deviceContextContent};

struct DeviceContext { enum : uint8_t { v, rev, ts, content }; };
constexpr Field deviceContextFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"rev", true, is::whole(0, 2147483647), nullptr, nullptr},
  {"ts", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"content", true, is::part(deviceContextContentAlone), nullptr, nullptr},
};
constexpr Part deviceContext = {deviceContextFields, 4, nullptr, 0, 1024};
constexpr const Part *deviceContextAlone[] = {&deviceContext};

struct HistoryWatering { enum : uint8_t { at, until, kind, by, end, litres, meant_s }; };
constexpr Field historyWateringFields[] = {
  {"at", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"until", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"kind", true, is::words("valve hand seen|seen"), nullptr, nullptr},
  {"by", false, is::form("^[a-z0-9][a-z0-9-]{0,31}$"), nullptr, nullptr},
  {"end", false, is::words("finished target stopped interrupted failed unknown renewed|unknown"), nullptr, nullptr},
  {"litres", false, is::number(0, 1000000), nullptr, nullptr},
  {"meant_s", false, is::whole(0, 2147483647), nullptr, nullptr},
};
constexpr Part historyWatering = {historyWateringFields, 7, nullptr, 0, 0};
constexpr const Part *historyWateringAlone[] = {&historyWatering};

constexpr Type items22[] = {is::whole(1000000000, 4102444800), is::number(-1000000000, 1000000000), is::number(-1000000000, 1000000000), is::number(-1000000000, 1000000000)};

constexpr Type items23[] = {is::row(items22, 4)};

constexpr Type items24[] = {is::part(historyWateringAlone)};

struct History { enum : uint8_t { plant, quantity, unit, from, to, step_s, points, waterings }; };
constexpr Field historyFields[] = {
  {"plant", true, is::form("^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"), nullptr, nullptr},
  {"quantity", true, is::text(1, 32), nullptr, nullptr},
  {"unit", true, is::text(1, 8), nullptr, nullptr},
  {"from", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"to", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"step_s", true, is::whole(1, 2147483647), nullptr, nullptr},
  {"points", true, is::list(items23, 400), nullptr, nullptr},
  {"waterings", true, is::list(items24, 400), nullptr, nullptr},
};
constexpr Rule historyRules[] = {
  {nullptr, nullptr, false, Demand::rising, "points", nullptr, nullptr, 0, 0},
};
constexpr Part history = {historyFields, 8, historyRules, 1, 32768};
constexpr const Part *historyAlone[] = {&history};

struct PlantListPlant { enum : uint8_t { id, name, lastWateringDate, nextWateringDate, next_because, never_watered, condition, moisture }; };
constexpr Field plantListPlantFields[] = {
  {"id", true, is::form("^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"), nullptr, nullptr},
  {"name", false, is::text(1, 64), nullptr, nullptr},
  {"lastWateringDate", false, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"nextWateringDate", false, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"next_because", false, is::words("due learned calendar unknown|unknown"), nullptr, nullptr},
  {"never_watered", false, is::flag(), nullptr, nullptr},
  {"condition", false, is::words("ok dry wet cold hot dark bright hungry salty stale unknown|unknown"), nullptr, nullptr},
  {"moisture", false, is::number(0, 100), nullptr, nullptr},
};
constexpr Part plantListPlant = {plantListPlantFields, 8, nullptr, 0, 0};
constexpr const Part *plantListPlantAlone[] = {&plantListPlant};

constexpr Type items25[] = {is::part(plantListPlantAlone)};

struct PlantList { enum : uint8_t { response, more }; };
constexpr Field plantListFields[] = {
  {"response", true, is::list(items25, 400), nullptr, nullptr},
  {"more", false, is::whole(1, 2147483647), nullptr, nullptr},
};
constexpr Part plantList = {plantListFields, 2, nullptr, 0, 0};
constexpr const Part *plantListAlone[] = {&plantList};

constexpr Type items26[] = {is::part(reminderStateAlone)};

struct ReminderList { enum : uint8_t { reminders, more }; };
constexpr Field reminderListFields[] = {
  {"reminders", true, is::list(items26, 100), nullptr, nullptr},
  {"more", false, is::whole(1, 2147483647), nullptr, nullptr},
};
constexpr Part reminderList = {reminderListFields, 2, nullptr, 0, 0};
constexpr const Part *reminderListAlone[] = {&reminderList};

struct GlanceAnswer { enum : uint8_t { result, glance }; };
constexpr Field glanceAnswerFields[] = {
  {"result", true, is::words("new_data no_data failed|failed"), nullptr, nullptr},
  {"glance", false, is::part(glanceStateAlone), nullptr, nullptr},
};
constexpr Rule glanceAnswerRules[] = {
  {"result", "new_data", false, Demand::fields, nullptr, nullptr, "glance", 0, 0},
};
constexpr Part glanceAnswer = {glanceAnswerFields, 2, glanceAnswerRules, 1, 0};
constexpr const Part *glanceAnswerAlone[] = {&glanceAnswer};

struct ContextAnswer { enum : uint8_t { device, rev, ts, content }; };
constexpr Field contextAnswerFields[] = {
  {"device", true, is::form("^[a-z0-9][a-z0-9-]{0,31}$"), nullptr, nullptr},
  {"rev", false, is::whole(0, 2147483647), nullptr, nullptr},
  {"ts", false, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"content", false, is::object(3072), nullptr, nullptr},
};
constexpr Part contextAnswer = {contextAnswerFields, 4, nullptr, 0, 0};
constexpr const Part *contextAnswerAlone[] = {&contextAnswer};

struct BlobFacts { enum : uint8_t { size, sha256, type }; };
constexpr Field blobFactsFields[] = {
  {"size", true, is::whole(1, 4194304), nullptr, nullptr},
  {"sha256", true, is::form("^[0-9a-f]{64}$"), nullptr, nullptr},
  {"type", true, is::form("^[a-z][a-z0-9.+/-]{2,63}$"), nullptr, nullptr},
};
constexpr Part blobFacts = {blobFactsFields, 3, nullptr, 0, 0};
constexpr const Part *blobFactsAlone[] = {&blobFacts};

struct BlobPart { enum : uint8_t { blob, at, data }; };
constexpr Field blobPartFields[] = {
  {"blob", true, is::part(blobFactsAlone), nullptr, nullptr},
  {"at", true, is::whole(0, 4194303), nullptr, nullptr},
  {"data", true, is::base64(1, 24000), nullptr, nullptr},
};
constexpr Rule blobPartRules[] = {
  {nullptr, nullptr, false, Demand::within, "data", "at", "blob/size", 0, 0},
};
constexpr Part blobPart = {blobPartFields, 3, blobPartRules, 1, 0};
constexpr const Part *blobPartAlone[] = {&blobPart};

struct AccountListAccount { enum : uint8_t { device, name, person, role, state, until, seen }; };
constexpr Field accountListAccountFields[] = {
  {"device", true, is::form("^[a-z0-9][a-z0-9-]{0,31}$"), nullptr, nullptr},
  {"name", true, is::text(1, 64), nullptr, nullptr},
  {"person", true, is::text(1, 64), nullptr, nullptr},
  {"role", true, is::words("viewer actor tuner operator|viewer"), nullptr, nullptr},
  {"state", true, is::words("invited member leaving|leaving"), nullptr, nullptr},
  {"until", false, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"seen", false, is::whole(1000000000, 4102444800), nullptr, nullptr},
};
constexpr Part accountListAccount = {accountListAccountFields, 7, nullptr, 0, 0};
constexpr const Part *accountListAccountAlone[] = {&accountListAccount};

constexpr Type items27[] = {is::part(accountListAccountAlone)};

struct AccountList { enum : uint8_t { accounts, more }; };
constexpr Field accountListFields[] = {
  {"accounts", true, is::list(items27, 64), nullptr, nullptr},
  {"more", false, is::whole(1, 2147483647), nullptr, nullptr},
};
constexpr Part accountList = {accountListFields, 2, nullptr, 0, 0};
constexpr const Part *accountListAlone[] = {&accountList};

struct InvitationAnswer { enum : uint8_t { device, link, left_s }; };
constexpr Field invitationAnswerFields[] = {
  {"device", true, is::form("^[a-z0-9][a-z0-9-]{0,31}$"), nullptr, nullptr},
  {"link", true, is::text(1, 512), nullptr, nullptr},
  {"left_s", true, is::whole(0, 2147483647), nullptr, nullptr},
};
constexpr Part invitationAnswer = {invitationAnswerFields, 3, nullptr, 0, 0};
constexpr const Part *invitationAnswerAlone[] = {&invitationAnswer};

constexpr const Part *items28[] = {historyAlone[0], plantListAlone[0], reminderListAlone[0], plantDetailAlone[0], glanceAnswerAlone[0], contextAnswerAlone[0], blobPartAlone[0], blobPartAlone[0], blobPartAlone[0], accountListAlone[0], invitationAnswerAlone[0]};

struct MessageReply { enum : uint8_t { v, re, identifier, content }; };
constexpr Field messageReplyFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"re", true, is::form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"), nullptr, nullptr},
  {"identifier", true, is::words("history allPlants reminders explain glance context blob photo historyFile accounts invitation"), nullptr, nullptr},
  {"content", true, is::choice("identifier", "history allPlants reminders explain glance context blob photo historyFile accounts invitation", items28), nullptr, nullptr},
};
constexpr Part messageReply = {messageReplyFields, 4, nullptr, 0, 32768};
constexpr const Part *messageReplyAlone[] = {&messageReply};

struct Hello { enum : uint8_t { v, device, kind, name, software, protocol, mqtt, locale, tz, max_packet, caps, actions_max, ts }; };
constexpr Field helloFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"device", true, is::form("^[a-z0-9][a-z0-9-]{0,31}$"), nullptr, nullptr},
  {"kind", false, is::words("phone watch tag display dashboard speaker other|other"), nullptr, nullptr},
  {"name", false, is::text(1, 64), nullptr, nullptr},
  {"software", false, is::text(1, 64), nullptr, nullptr},
  {"protocol", false, is::whole(1, 2147483647), nullptr, nullptr},
  {"mqtt", false, is::whole(3, 5), nullptr, nullptr},
  {"locale", false, is::text(1, 64), nullptr, nullptr},
  {"tz", false, is::text(1, 64), nullptr, nullptr},
  {"max_packet", false, is::whole(256, 268435455), nullptr, nullptr},
  {"caps", false, is::list(items12, 32), nullptr, nullptr},
  {"actions_max", false, is::whole(0, 100), nullptr, nullptr},
  {"ts", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
};
constexpr Part hello = {helloFields, 13, nullptr, 0, 4096};
constexpr const Part *helloAlone[] = {&hello};

struct Presence { enum : uint8_t { v, online, foreground, session, every_s, ts }; };
constexpr Field presenceFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"online", true, is::flag(), nullptr, nullptr},
  {"foreground", false, is::flag(), nullptr, nullptr},
  {"session", true, is::form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"), nullptr, nullptr},
  {"every_s", false, is::whole(5, 86400), nullptr, nullptr},
  {"ts", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
};
constexpr Part presence = {presenceFields, 6, nullptr, 0, 1024};
constexpr const Part *presenceAlone[] = {&presence};

struct ActionMessage { enum : uint8_t { v, id, note, key, rev, category, action, plant, valve, at, text, value, litres, exp }; };
constexpr Field actionMessageFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"id", true, is::form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"), nullptr, nullptr},
  {"note", false, is::form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"), nullptr, nullptr},
  {"key", false, is::form("^[A-Za-z0-9_-]{1,32}$"), nullptr, nullptr},
  {"rev", false, is::whole(0, 2147483647), nullptr, nullptr},
  {"category", true, is::form("^[A-Z][A-Z0-9_]{0,31}$"), nullptr, nullptr},
  {"action", true, is::form("^([a-z][a-z0-9_]{0,31}|com\\.apple\\.UNNotificationDefaultActionIdentifier|com\\.apple\\.UNNotificationDismissActionIdentifier)$"), nullptr, nullptr},
  {"plant", false, is::form("^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"), nullptr, nullptr},
  {"valve", false, is::form("^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"), nullptr, nullptr},
  {"at", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"text", false, is::text(0, 200), nullptr, nullptr},
  {"value", false, is::number(-1000000000000, 1000000000000), nullptr, nullptr},
  {"litres", false, is::number(0.1, 100000), nullptr, nullptr},
  {"exp", false, is::whole(1000000000, 4102444800), nullptr, nullptr},
};
constexpr Rule actionMessageRules[] = {
  {"action", "com.apple.UNNotificationDefaultActionIdentifier com.apple.UNNotificationDismissActionIdentifier water_stop_all water_hold water_release trouble_seen countdown_start countdown_stop", true, Demand::fields, nullptr, nullptr, "plant", 0, 0},
  {"action", "trouble_seen", false, Demand::fields, nullptr, nullptr, "note", 0, 0},
  {"action", "water_hold", false, Demand::fields, nullptr, nullptr, "valve", 0, 0},
  {"action", "countdown_start", false, Demand::fields, nullptr, nullptr, "value", 0, 0},
  {"action", "water_start", false, Demand::whole, "value", nullptr, nullptr, 1, 86400},
  {"action", "countdown_start", false, Demand::whole, "value", nullptr, nullptr, 1, 43200},
};
constexpr Part actionMessage = {actionMessageFields, 14, actionMessageRules, 6, 1024};
constexpr const Part *actionMessageAlone[] = {&actionMessage};

struct SetMessage { enum : uint8_t { v, id, control, value, unit, base, at, exp }; };
constexpr Field setMessageFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"id", true, is::form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"), nullptr, nullptr},
  {"control", true, is::form("^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$"), nullptr, nullptr},
  {"value", true, is::number(-1000000000000, 1000000000000), nullptr, nullptr},
  {"unit", true, is::text(1, 8), nullptr, nullptr},
  {"base", false, is::whole(0, 2147483647), nullptr, nullptr},
  {"at", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"exp", false, is::whole(1000000000, 4102444800), nullptr, nullptr},
};
constexpr Part setMessage = {setMessageFields, 8, nullptr, 0, 1024};
constexpr const Part *setMessageAlone[] = {&setMessage};

struct ActivityFeedback { enum : uint8_t { v, id, activity, event, ts }; };
constexpr Field activityFeedbackFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"id", true, is::form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"), nullptr, nullptr},
  {"activity", true, is::form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"), nullptr, nullptr},
  {"event", true, is::words("dismissed"), nullptr, nullptr},
  {"ts", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
};
constexpr Part activityFeedback = {activityFeedbackFields, 5, nullptr, 0, 1024};
constexpr const Part *activityFeedbackAlone[] = {&activityFeedback};

struct HistoryRequest { enum : uint8_t { plant, quantity, from, to, points }; };
constexpr Field historyRequestFields[] = {
  {"plant", true, is::form("^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"), nullptr, nullptr},
  {"quantity", true, is::words("moisture temperature light conductivity"), nullptr, nullptr},
  {"from", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"to", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"points", false, is::whole(2, 400), nullptr, nullptr},
};
constexpr Rule historyRequestRules[] = {
  {nullptr, nullptr, false, Demand::above, "to", "from", nullptr, 0, 0},
};
constexpr Part historyRequest = {historyRequestFields, 5, historyRequestRules, 1, 0};
constexpr const Part *historyRequestAlone[] = {&historyRequest};

struct PlantsRequest { enum : uint8_t { fields, after, count }; };
constexpr Field plantsRequestFields[] = {
  {"fields", false, is::list(items12, 16), nullptr, nullptr},
  {"after", false, is::form("^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"), nullptr, nullptr},
  {"count", false, is::whole(1, 400), nullptr, nullptr},
};
constexpr Part plantsRequest = {plantsRequestFields, 3, nullptr, 0, 0};
constexpr const Part *plantsRequestAlone[] = {&plantsRequest};

struct RemindersRequest { enum : uint8_t {  }; };
constexpr Field remindersRequestFields[] = {

};
constexpr Part remindersRequest = {remindersRequestFields, 0, nullptr, 0, 0};
constexpr const Part *remindersRequestAlone[] = {&remindersRequest};

struct ExplainRequest { enum : uint8_t { plant }; };
constexpr Field explainRequestFields[] = {
  {"plant", true, is::form("^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"), nullptr, nullptr},
};
constexpr Part explainRequest = {explainRequestFields, 1, nullptr, 0, 0};
constexpr const Part *explainRequestAlone[] = {&explainRequest};

struct GlanceRequest { enum : uint8_t { rev }; };
constexpr Field glanceRequestFields[] = {
  {"rev", false, is::whole(0, 2147483647), nullptr, nullptr},
};
constexpr Part glanceRequest = {glanceRequestFields, 1, nullptr, 0, 0};
constexpr const Part *glanceRequestAlone[] = {&glanceRequest};

struct ContextRequest { enum : uint8_t { device }; };
constexpr Field contextRequestFields[] = {
  {"device", true, is::form("^[a-z0-9][a-z0-9-]{0,31}$"), nullptr, nullptr},
};
constexpr Part contextRequest = {contextRequestFields, 1, nullptr, 0, 0};
constexpr const Part *contextRequestAlone[] = {&contextRequest};

struct BlobRequest { enum : uint8_t { message, at, count }; };
constexpr Field blobRequestFields[] = {
  {"message", true, is::form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"), nullptr, nullptr},
  {"at", true, is::whole(0, 4194303), nullptr, nullptr},
  {"count", false, is::whole(1, 24000), nullptr, nullptr},
};
constexpr Part blobRequest = {blobRequestFields, 3, nullptr, 0, 0};
constexpr const Part *blobRequestAlone[] = {&blobRequest};

struct PhotoRequest { enum : uint8_t { plant, at, count }; };
constexpr Field photoRequestFields[] = {
  {"plant", true, is::form("^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"), nullptr, nullptr},
  {"at", true, is::whole(0, 4194303), nullptr, nullptr},
  {"count", false, is::whole(1, 24000), nullptr, nullptr},
};
constexpr Part photoRequest = {photoRequestFields, 3, nullptr, 0, 0};
constexpr const Part *photoRequestAlone[] = {&photoRequest};

struct HistoryFileRequest { enum : uint8_t { plant, quantity, from, to, points, at, count }; };
constexpr Field historyFileRequestFields[] = {
  {"plant", true, is::form("^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$"), nullptr, nullptr},
  {"quantity", true, is::words("moisture temperature light conductivity"), nullptr, nullptr},
  {"from", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"to", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"points", false, is::whole(2, 44640), nullptr, nullptr},
  {"at", true, is::whole(0, 4194303), nullptr, nullptr},
  {"count", false, is::whole(1, 24000), nullptr, nullptr},
};
constexpr Rule historyFileRequestRules[] = {
  {nullptr, nullptr, false, Demand::above, "to", "from", nullptr, 0, 0},
};
constexpr Part historyFileRequest = {historyFileRequestFields, 7, historyFileRequestRules, 1, 0};
constexpr const Part *historyFileRequestAlone[] = {&historyFileRequest};

struct AccountsRequest { enum : uint8_t {  }; };
constexpr Field accountsRequestFields[] = {

};
constexpr Part accountsRequest = {accountsRequestFields, 0, nullptr, 0, 0};
constexpr const Part *accountsRequestAlone[] = {&accountsRequest};

struct InvitationRequest { enum : uint8_t { message }; };
constexpr Field invitationRequestFields[] = {
  {"message", true, is::form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"), nullptr, nullptr},
};
constexpr Part invitationRequest = {invitationRequestFields, 1, nullptr, 0, 0};
constexpr const Part *invitationRequestAlone[] = {&invitationRequest};

constexpr const Part *items29[] = {historyRequestAlone[0], plantsRequestAlone[0], remindersRequestAlone[0], explainRequestAlone[0], glanceRequestAlone[0], contextRequestAlone[0], blobRequestAlone[0], photoRequestAlone[0], historyFileRequestAlone[0], accountsRequestAlone[0], invitationRequestAlone[0]};

struct MessageRequest { enum : uint8_t { v, id, kind, identifier, content, ts, exp }; };
constexpr Field messageRequestFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"id", true, is::form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"), nullptr, nullptr},
  {"kind", true, is::words("interactive"), nullptr, nullptr},
  {"identifier", true, is::words("history allPlants reminders explain glance context blob photo historyFile accounts invitation"), nullptr, nullptr},
  {"content", true, is::choice("identifier", "history allPlants reminders explain glance context blob photo historyFile accounts invitation", items29), nullptr, nullptr},
  {"ts", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"exp", false, is::whole(1000000000, 4102444800), nullptr, nullptr},
};
constexpr Part messageRequest = {messageRequestFields, 7, nullptr, 0, 1024};
constexpr const Part *messageRequestAlone[] = {&messageRequest};

struct MessageToDevice { enum : uint8_t { v, id, kind, to, re, identifier, content, blob, ts, exp }; };
constexpr Field messageToDeviceFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"id", true, is::form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"), nullptr, nullptr},
  {"kind", true, is::words("immediate interactive guaranteed blob glance cancel"), nullptr, nullptr},
  {"to", false, is::form("^[a-z0-9][a-z0-9-]{0,31}$"), nullptr, nullptr},
  {"re", false, is::form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"), nullptr, nullptr},
  {"identifier", false, is::text(1, 64), nullptr, nullptr},
  {"content", false, is::object(3072), nullptr, nullptr},
  {"blob", false, is::part(blobFactsAlone), nullptr, nullptr},
  {"ts", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"exp", false, is::whole(1000000000, 4102444800), nullptr, nullptr},
};
constexpr Rule messageToDeviceRules[] = {
  {"kind", "cancel", true, Demand::fields, nullptr, nullptr, "to", 0, 0},
  {"kind", "cancel", true, Demand::fields, nullptr, nullptr, "identifier", 0, 0},
  {"kind", "cancel", true, Demand::fields, nullptr, nullptr, "content", 0, 0},
  {"kind", "cancel", false, Demand::fields, nullptr, nullptr, "re", 0, 0},
  {"kind", "blob", false, Demand::fields, nullptr, nullptr, "blob", 0, 0},
};
constexpr Part messageToDevice = {messageToDeviceFields, 10, messageToDeviceRules, 5, 4096};
constexpr const Part *messageToDeviceAlone[] = {&messageToDevice};

struct MessageFromDevice { enum : uint8_t { v, id, kind, from, re, identifier, content, blob, ts, exp }; };
constexpr Field messageFromDeviceFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"id", true, is::form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"), nullptr, nullptr},
  {"kind", true, is::words("immediate interactive guaranteed blob glance|immediate"), nullptr, nullptr},
  {"from", true, is::form("^[a-z0-9][a-z0-9-]{0,31}$"), nullptr, nullptr},
  {"re", false, is::form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"), nullptr, nullptr},
  {"identifier", true, is::text(1, 64), nullptr, nullptr},
  {"content", true, is::object(3072), nullptr, nullptr},
  {"blob", false, is::part(blobFactsAlone), nullptr, nullptr},
  {"ts", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"exp", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
};
constexpr Rule messageFromDeviceRules[] = {
  {"kind", "blob", false, Demand::fields, nullptr, nullptr, "blob", 0, 0},
};
constexpr Part messageFromDevice = {messageFromDeviceFields, 10, messageFromDeviceRules, 1, 4096};
constexpr const Part *messageFromDeviceAlone[] = {&messageFromDevice};

struct BlobPartMessage { enum : uint8_t { v, id, at, data }; };
constexpr Field blobPartMessageFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"id", true, is::form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"), nullptr, nullptr},
  {"at", true, is::whole(0, 4194303), nullptr, nullptr},
  {"data", true, is::base64(1, 24000), nullptr, nullptr},
};
constexpr Part blobPartMessage = {blobPartMessageFields, 4, nullptr, 0, 32768};
constexpr const Part *blobPartMessageAlone[] = {&blobPartMessage};

struct AppContext { enum : uint8_t { v, rev, ts, content }; };
constexpr Field appContextFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"rev", true, is::whole(0, 2147483647), nullptr, nullptr},
  {"ts", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"content", true, is::object(3072), nullptr, nullptr},
};
constexpr Part appContext = {appContextFields, 4, nullptr, 0, 4096};
constexpr const Part *appContextAlone[] = {&appContext};

struct PushRegistration { enum : uint8_t { v, id, at, service, use, token, app, environment, activity, endpoint, p256dh, auth, gone }; };
constexpr Field pushRegistrationFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"id", true, is::form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"), nullptr, nullptr},
  {"at", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"service", true, is::words("apns web other|other"), nullptr, nullptr},
  {"use", true, is::words("alerts activity_start activity widget background other|other"), nullptr, nullptr},
  {"token", false, is::form("^[0-9A-Fa-f]{16,200}$"), nullptr, nullptr},
  {"app", false, is::form("^[A-Za-z0-9][A-Za-z0-9.-]{0,154}$"), nullptr, nullptr},
  {"environment", false, is::words("production development"), nullptr, nullptr},
  {"activity", false, is::form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"), nullptr, nullptr},
  {"endpoint", false, is::form("^[!-~]{9,1024}$"), nullptr, nullptr},
  {"p256dh", false, is::form("^[A-Za-z0-9_-]{87,87}$"), nullptr, nullptr},
  {"auth", false, is::form("^[A-Za-z0-9_-]{22,22}$"), nullptr, nullptr},
  {"gone", false, is::flag(), nullptr, nullptr},
};
constexpr Rule pushRegistrationRules[] = {
  {"service", "apns", false, Demand::fields, nullptr, nullptr, "token app environment", 0, 0},
  {"service", "web", false, Demand::fields, nullptr, nullptr, "endpoint p256dh auth", 0, 0},
  {"use", "activity", false, Demand::fields, nullptr, nullptr, "activity", 0, 0},
};
constexpr Part pushRegistration = {pushRegistrationFields, 13, pushRegistrationRules, 3, 4096};
constexpr const Part *pushRegistrationAlone[] = {&pushRegistration};

struct PushOffer { enum : uint8_t { v, web }; };
constexpr Field pushOfferFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"web", true, is::form("^[A-Za-z0-9_-]{87,87}$"), nullptr, nullptr},
};
constexpr Part pushOffer = {pushOfferFields, 2, nullptr, 0, 1024};
constexpr const Part *pushOfferAlone[] = {&pushOffer};

struct AccountMessageInvite { enum : uint8_t { name, person, role, until }; };
constexpr Field accountMessageInviteFields[] = {
  {"name", true, is::text(1, 64), nullptr, nullptr},
  {"person", true, is::text(1, 64), nullptr, nullptr},
  {"role", true, is::words("viewer actor tuner operator"), nullptr, nullptr},
  {"until", false, is::whole(1000000000, 4102444800), nullptr, nullptr},
};
constexpr Part accountMessageInvite = {accountMessageInviteFields, 4, nullptr, 0, 0};
constexpr const Part *accountMessageInviteAlone[] = {&accountMessageInvite};

struct AccountMessageWhich { enum : uint8_t { device }; };
constexpr Field accountMessageWhichFields[] = {
  {"device", true, is::form("^[a-z0-9][a-z0-9-]{0,31}$"), nullptr, nullptr},
};
constexpr Part accountMessageWhich = {accountMessageWhichFields, 1, nullptr, 0, 0};
constexpr const Part *accountMessageWhichAlone[] = {&accountMessageWhich};

constexpr const Part *items30[] = {accountMessageInviteAlone[0], accountMessageWhichAlone[0], accountMessageWhichAlone[0]};

struct AccountMessage { enum : uint8_t { v, id, do_, content, at, exp }; };
constexpr Field accountMessageFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"id", true, is::form("^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"), nullptr, nullptr},
  {"do", true, is::words("invite rotate revoke"), nullptr, nullptr},
  {"content", true, is::choice("do", "invite rotate revoke", items30), nullptr, nullptr},
  {"at", true, is::whole(1000000000, 4102444800), nullptr, nullptr},
  {"exp", false, is::whole(1000000000, 4102444800), nullptr, nullptr},
};
constexpr Part accountMessage = {accountMessageFields, 6, nullptr, 0, 1024};
constexpr const Part *accountMessageAlone[] = {&accountMessage};

struct JoinMessage { enum : uint8_t { v, password }; };
constexpr Field joinMessageFields[] = {
  {"v", true, is::whole(1, 1), nullptr, nullptr},
  {"password", true, is::form("^[A-Za-z0-9_-]{22,128}$"), nullptr, nullptr},
};
constexpr Part joinMessage = {joinMessageFields, 2, nullptr, 0, 1024};
constexpr const Part *joinMessageAlone[] = {&joinMessage};

// By their names in the contract.
constexpr Kind kinds[] = {
  {"bridge-status", bridgeStatusAlone[0]},
  {"bridge-info", bridgeInfoAlone[0]},
  {"bridge-counters", bridgeCountersAlone[0]},
  {"channels", channelsStateAlone[0]},
  {"plant-state", plantStateAlone[0]},
  {"plant-detail", plantDetailAlone[0]},
  {"category", notificationCategoryAlone[0]},
  {"control-state", controlStateAlone[0]},
  {"reminder-state", reminderStateAlone[0]},
  {"activity-state", activityStateAlone[0]},
  {"heater-state", heaterStateAlone[0]},
  {"glance-state", glanceStateAlone[0]},
  {"hold-state", holdStateAlone[0]},
  {"device-state", deviceStateAlone[0]},
  {"notification", notificationMessageAlone[0]},
  {"withdraw", withdrawMessageAlone[0]},
  {"activity", activityMessageAlone[0]},
  {"ack", ackAlone[0]},
  {"context", deviceContextAlone[0]},
  {"reply", messageReplyAlone[0]},
  {"hello", helloAlone[0]},
  {"presence", presenceAlone[0]},
  {"action", actionMessageAlone[0]},
  {"set", setMessageAlone[0]},
  {"activity-feedback", activityFeedbackAlone[0]},
  {"msg", messageRequestAlone[0]},
  {"history", historyAlone[0]},
  {"send", messageToDeviceAlone[0]},
  {"message", messageFromDeviceAlone[0]},
  {"part", blobPartMessageAlone[0]},
  {"app-context", appContextAlone[0]},
  {"push", pushRegistrationAlone[0]},
  {"push-offer", pushOfferAlone[0]},
  {"account", accountMessageAlone[0]},
  {"join", joinMessageAlone[0]},
};

}  // namespace loam
