/** The documents of the contract that a page gets. Written from their declarations in LoamKit by its tests: UPDATE_EXPECTED=1. */
import * as f from './fields.js';

const FORMS = {
  messageID: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  deviceName: /^[a-z0-9][a-z0-9-]{0,31}$/,
  subjectName: /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/,
  categoryName: /^[A-Z][A-Z0-9_]{0,31}$/,
  actionName: /^([a-z][a-z0-9_]{0,31}|com\.apple\.UNNotificationDefaultActionIdentifier|com\.apple\.UNNotificationDismissActionIdentifier)$/,
  controlName: /^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$/,
  reminderKey: /^[A-Za-z0-9_-]{1,32}$/,
};

const bridgeStatus = f.object({
  'v': f.version,
  'online': f.flag,
  'ts': f.time,
  'since': f.time,
  'session': f.form(FORMS.messageID),
  'clock': f.optional(f.word(['set', 'unset'], 'unset')),
  'doubt': f.optional(f.word(['past', 'unsure'], 'unsure')),
  'trouble': f.optional(f.word(['unheard'], 'unheard')),
  'term': f.optional(f.integer(1, 1000000)),
});

const bridgeInfoRange = f.object({
  'min': f.integer(1, 2147483647),
  'max': f.integer(1, 2147483647),
});

const bridgeInfoLimits = f.object({
  'packet': f.integer(1, 2147483647),
  'note': f.integer(1, 2147483647),
  'activity': f.integer(1, 2147483647),
  'small': f.integer(1, 2147483647),
  'state': f.integer(1, 2147483647),
});

const bridgeInfo = f.object({
  'v': f.version,
  'bridge': f.text(1, 64),
  'software': f.text(1, 64),
  'protocol': bridgeInfoRange,
  'tz': f.text(1, 64),
  'languages': f.list(f.text(1, 64), 32),
  'limits': bridgeInfoLimits,
  'skew_s': f.integer(0, 86400),
});

const bridgeCounters = f.object({
  'v': f.version,
  'ts': f.time,
  'since': f.time,
  'counts': f.table(f.form(/^[a-z_]{1,64}$/), f.integer(0, 9007199254740991), 128),
  'by': f.table(f.form(/^[a-z_]{1,64}$/), f.table(f.form(/^[a-z_]{1,64}$/), f.integer(0, 9007199254740991), 128), 64),
  'gauges': f.table(f.form(/^[a-z_]{1,64}$/), f.number(-1000000000000000, 1000000000000000), 128),
});

const channelsStateChannel = f.object({
  'id': f.form(FORMS.deviceName),
  'kind': f.word(['telegram', 'ntfy', 'webhook', 'apns', 'web', 'other'], 'other'),
  'bound': f.flag,
  'waiting': f.integer(0, 10000),
  'left': f.optional(f.integer(0, 1000000)),
  'sent': f.integer(0, 9007199254740991),
  'failed': f.integer(0, 9007199254740991),
  'rejected': f.integer(0, 9007199254740991),
  'failing': f.flag,
});

const channelsState = f.object({
  'v': f.version,
  'ts': f.time,
  'channels': f.list(channelsStateChannel, 40),
  'more': f.optional(f.integer(1, 10000)),
});

const plantState = f.object({
  'v': f.version,
  'n': f.text(1, 24),
  's': f.word(['ok', 'dry', 'wet', 'cold', 'hot', 'dark', 'bright', 'hungry', 'salty', 'stale', 'unknown'], 'unknown'),
  'm': f.optional(f.number(0, 100)),
  'c': f.optional(f.number(-100, 150)),
  'u': f.optional(f.number(0, 1000000)),
  'e': f.optional(f.number(0, 1000000)),
  'b': f.optional(f.number(0, 100)),
  'd': f.optional(f.number(0, 100)),
  'l': f.optional(f.time),
  'x': f.optional(f.time),
  'a': f.optional(f.time),
  'z': f.optional(f.time),
  't': f.optional(f.time),
  'y': f.optional(f.word(['none', 'never', 'silent', 'offline', 'unreadable', 'quorum', 'age', 'clock', 'refused'], 'never')),
  'f': f.optional(f.form(/^[a-z]{0,8}$/)),
  'r': f.integer(0, 2147483647),
  'clock': f.optional(f.word(['set', 'unset'], 'unset')),
});

const plantDetailEvaluation = f.object({
  'quantity': f.text(1, 32),
  'status': f.word(['unknown', 'low', 'fine', 'high'], 'unknown'),
  'reason': f.optional(f.word(['none', 'never', 'silent', 'offline', 'unreadable', 'quorum', 'age', 'clock', 'refused'], 'never')),
  'since': f.time,
  'value': f.optional(f.number(-1000000000, 1000000000)),
  'at': f.optional(f.time),
  'low': f.optional(f.number(-1000000000, 1000000000)),
  'high': f.optional(f.number(-1000000000, 1000000000)),
});

const plantDetailForecast = f.object({
  'earliest': f.optional(f.time),
  'latest': f.optional(f.time),
  'unknown': f.optional(f.word(['learning', 'steady', 'wide', 'soaking'], 'learning')),
});

const why = f.object({
  'word': f.word(['no_valve', 'unknown_valve', 'running', 'closing', 'amount', 'no_meter', 'clock', 'disk', 'other_bridge', 'emergency_stop', 'maintenance', 'run_max', 'run_litres', 'supply', 'supply_closing', 'master', 'pause', 'day_max', 'day_litres', 'quiet_hours', 'quiet_hours_ahead', 'interlock', 'interlock_lingers', 'interlock_unknown', 'rain', 'not_asking', 'countdown_length', 'countdown_running', 'no_countdown', 'countdown_newer', 'no_activity', 'not_stopped', 'not_locked', 'questions', 'history', 'other'], 'other'),
  'name': f.optional(f.text(1, 64)),
  'valve': f.optional(f.form(FORMS.subjectName)),
  'by': f.optional(f.form(FORMS.deviceName)),
  'unit': f.optional(f.word(['s', 'l'], 's')),
  'asked': f.optional(f.number(-1000000000, 1000000000)),
  'used': f.optional(f.number(-1000000000, 1000000000)),
  'most': f.optional(f.number(-1000000000, 1000000000)),
  'until': f.optional(f.time),
});

const plantDetailWatering = f.object({
  'valve': f.form(FORMS.subjectName),
  'seconds': f.integer(0, 86400),
  'seconds_max': f.integer(0, 86400),
  'litres': f.optional(f.number(0, 1000000)),
  'automatic': f.flag,
  'state': f.optional(f.word(['closed', 'opening', 'open', 'closing'], 'open')),
  'ends': f.optional(f.time),
  'held': f.optional(why),
});

const plantDetailSensorValue = f.object({
  'quantity': f.text(1, 32),
  'value': f.number(-1000000000, 1000000000),
  'raw': f.optional(f.number(-1000000000, 1000000000)),
  'at': f.optional(f.time),
  'fresh': f.flag,
});

const plantDetailSensor = f.object({
  'id': f.text(1, 64),
  'online': f.optional(f.flag),
  'values': f.list(plantDetailSensorValue, 16),
  'refused': f.table(f.text(1, 64), f.integer(1, 2147483647), 64),
  'last_refusal': f.optional(f.text(1, 64)),
});

const hearing = f.object({
  'person': f.text(1, 64),
  'why': f.word(['told', 'window', 'put_off', 'watering', 'only', 'category', 'turn', 'quiet', 'budget', 'device', 'crowded', 'clock', 'bridge', 'rising', 'fine', 'dwell', 'rain', 'rule', 'answered', 'calendar', 'unknown', 'suspect'], 'unknown'),
  'at': f.optional(f.time),
});

const plantDetail = f.object({
  'v': f.version,
  'id': f.form(FORMS.subjectName),
  'name': f.text(1, 64),
  'evaluations': f.list(plantDetailEvaluation, 8),
  'battery': f.optional(f.number(0, 100)),
  'dry_below': f.optional(f.number(0, 100)),
  'last': f.time,
  'next': f.optional(f.time),
  'next_because': f.optional(f.word(['due', 'learned', 'calendar', 'unknown'], 'unknown')),
  'forecast': f.optional(plantDetailForecast),
  'never_watered': f.optional(f.flag),
  'because': f.text(0, 500),
  'line': f.optional(f.integer(0, 2147483647)),
  'key': f.optional(f.text(1, 200)),
  'watering': f.optional(plantDetailWatering),
  'picture': f.optional(f.word(['cactus', 'succulent', 'fern', 'palm', 'herb', 'rosemary', 'grass', 'orchid', 'flower', 'chili', 'tomato', 'tree', 'leaf', 'photo'], 'leaf')),
  'sensors': f.list(plantDetailSensor, 32),
  'heard': f.optional(f.list(hearing, 16)),
  'rev': f.integer(0, 2147483647),
  'ts': f.time,
  'clock': f.optional(f.word(['set', 'unset'], 'unset')),
});

const notificationCategoryAction = f.object({
  'id': f.form(FORMS.actionName),
  'title': f.text(1, 64),
  'loc': f.optional(f.text(1, 64)),
  'titles': f.optional(f.table(f.text(1, 64), f.text(1, 64), 32)),
  'options': f.absent(f.list(f.text(0, 64), 32), []),
  'role': f.optional(f.word(['viewer', 'actor', 'tuner', 'operator'], 'operator')),
  'defer_s': f.optional(f.integer(1, 31536000)),
  'next_local': f.optional(f.form(/^[0-2][0-9]:[0-5][0-9]$/)),
});

const notificationCategory = f.object({
  'v': f.version,
  'id': f.form(FORMS.categoryName),
  'rev': f.integer(0, 2147483647),
  'options': f.absent(f.list(f.text(0, 64), 32), []),
  'actions': f.absent(f.list(notificationCategoryAction, 10), []),
});

const controlStateRefused = f.object({
  'code': f.word(['accepted', 'duplicate', 'already_done', 'queued', 'bad_json', 'too_large', 'unsupported_version', 'missing_field', 'bad_id', 'bad_time', 'bad_value', 'bad_unit', 'out_of_range', 'off_step', 'conflict', 'stale', 'expired', 'unknown_note', 'unknown_action', 'unknown_request', 'unknown_control', 'unknown_plant', 'forbidden', 'rate_limited', 'refused', 'busy', 'delivered', 'cancelled', 'not_reachable', 'unknown_message'], 'refused'),
  'value': f.optional(f.number(-1000000000, 1000000000)),
  'by': f.optional(f.form(FORMS.deviceName)),
  'ts': f.time,
});

const controlState = f.object({
  'v': f.version,
  'id': f.form(FORMS.controlName),
  'plant': f.optional(f.form(FORMS.subjectName)),
  'place': f.optional(f.form(FORMS.subjectName)),
  'title': f.text(1, 64),
  'name': f.optional(f.text(1, 64)),
  'kind': f.word(['setpoint', 'actuator'], 'actuator'),
  'widget': f.text(1, 16),
  'unit': f.text(1, 8),
  'min': f.number(-1000000000, 1000000000),
  'max': f.number(-1000000000, 1000000000),
  'step': f.positive,
  'value': f.optional(f.number(-1000000000, 1000000000)),
  'requested': f.optional(f.number(-1000000000, 1000000000)),
  'phase': f.word(['settled', 'requested', 'accepted', 'rejected', 'no_answer'], 'settled'),
  'by': f.optional(f.form(FORMS.deviceName)),
  'refused': f.optional(controlStateRefused),
  'rev': f.integer(0, 2147483647),
  'ts': f.time,
  'role': f.word(['viewer', 'actor', 'tuner', 'operator'], 'operator'),
  'clock': f.optional(f.word(['set', 'unset'], 'unset')),
});

const alert = f.object({
  'title': f.optional(f.text(0, 4096)),
  'subtitle': f.optional(f.text(0, 4096)),
  'body': f.optional(f.text(0, 4096)),
}, f.needsText(["title","body"]));

const waterQuestion = f.object({
  'seconds': f.integer(1, 86400),
  'litres': f.optional(f.number(0.1, 100000)),
});

const plantDates = f.object({
  'id': f.form(FORMS.subjectName),
  'name': f.text(1, 64),
  'lastDate': f.optional(f.time),
  'lastWateringDate': f.optional(f.time),
  'nextDate': f.optional(f.time),
  'nextWateringDate': f.optional(f.time),
  'next_because': f.optional(f.word(['due', 'learned', 'calendar', 'unknown'], 'unknown')),
  'water': f.optional(waterQuestion),
}, f.twins('lastDate', 'lastWateringDate'), f.twins('nextDate', 'nextWateringDate'));

const reminderState = f.object({
  'v': f.version,
  'key': f.form(FORMS.reminderKey),
  'note': f.form(FORMS.messageID),
  'rev': f.integer(0, 2147483647),
  'state': f.word(['due', 'sent', 'snoozed', 'watering'], 'due'),
  'since': f.time,
  'sent': f.optional(f.time),
  'until': f.optional(f.time),
  'by': f.optional(f.form(FORMS.deviceName)),
  'category': f.form(FORMS.categoryName),
  'actions': f.list(f.form(FORMS.actionName), 10),
  'alert': alert,
  'alerts': f.optional(f.table(f.text(1, 64), alert, 32)),
  'plant': f.optional(plantDates),
  'plants': f.optional(f.list(plantDates, 64)),
  'control': f.optional(f.form(FORMS.controlName)),
  'water': f.optional(waterQuestion),
  'activity': f.optional(f.form(FORMS.messageID)),
  'clock': f.optional(f.word(['set', 'unset'], 'unset')),
  'untold': f.optional(f.list(hearing, 16)),
}, f.when(["state"], ["snoozed"], f.needs(["until"])));

const activityAttributes = f.object({
  'name': f.text(1, 64),
});

const activityContent = f.object({
  'emoji': f.absent(f.text(1, 32), "💧"),
  'title': f.absent(f.text(1, 120), "–"),
  'progress': f.absent(f.clamped(0, 1), 0),
});

const activityStateHeat = f.object({
  'from': f.number(-1000000000, 1000000000),
  'to': f.number(-1000000000, 1000000000),
  'value': f.number(-1000000000, 1000000000),
  'control': f.form(FORMS.controlName),
});

const activityState = f.object({
  'v': f.version,
  'id': f.form(FORMS.messageID),
  'state': f.word(['active', 'stale', 'ended'], 'stale'),
  'attributes-type': f.text(1, 64),
  'attributes': activityAttributes,
  'content-state': activityContent,
  'timestamp': f.time,
  'stale-date': f.time,
  'started': f.time,
  'ends': f.optional(f.time),
  'ends_by': f.time,
  'seq': f.integer(1, 2147483647),
  'plant': f.optional(f.form(FORMS.subjectName)),
  'key': f.optional(f.form(FORMS.reminderKey)),
  'kind': f.word(['watering', 'countdown', 'heating'], 'watering'),
  'heat': f.optional(activityStateHeat),
  'end': f.optional(f.word(['finished', 'target', 'stopped', 'interrupted', 'failed', 'unknown', 'renewed'], 'unknown')),
  'by': f.optional(f.form(FORMS.deviceName)),
  'why': f.optional(f.text(1, 64)),
  'cause': f.optional(f.text(1, 64)),
  'litres': f.optional(f.number(0, 1000000)),
  'meant_s': f.optional(f.integer(0, 2147483647)),
  'ran_s': f.optional(f.integer(0, 2147483647)),
  'at_most': f.optional(f.flag),
  'clock': f.optional(f.word(['set', 'unset'], 'unset')),
});

const heaterState = f.object({
  'v': f.version,
  'id': f.form(FORMS.subjectName),
  'name': f.text(1, 64),
  'place': f.optional(f.form(FORMS.subjectName)),
  'state': f.word(['off', 'switching_on', 'on', 'switching_off'], 'switching_off'),
  'reason': f.word(['warm', 'cold', 'pausing', 'lingering', 'blind', 'held', 'unproved'], 'unproved'),
  'setpoint': f.number(-1000000000, 1000000000),
  'control': f.form(FORMS.controlName),
  'ends': f.optional(f.time),
  'trouble': f.optional(f.word(['stuck_on', 'did_not_switch_on', 'blind', 'no_effect'], 'stuck_on')),
  'ts': f.time,
  'clock': f.optional(f.word(['set', 'unset'], 'unset')),
});

const glanceStateRun = f.object({
  'activity': f.form(FORMS.messageID),
  'kind': f.word(['watering', 'countdown'], 'watering'),
  'plant': f.optional(f.form(FORMS.subjectName)),
  'name': f.text(1, 24),
  'state': f.word(['running', 'finished', 'stopped', 'interrupted', 'failed', 'unknown'], 'unknown'),
  'started': f.time,
  'ends': f.time,
  'url': f.optional(f.text(1, 200)),
});

const glanceState = f.object({
  'v': f.version,
  'rev': f.integer(0, 2147483647),
  'due': f.integer(0, 10000),
  'next': f.optional(f.time),
  'next_because': f.optional(f.word(['due', 'learned', 'calendar', 'unknown'], 'unknown')),
  'runs': f.list(glanceStateRun, 4),
  'more': f.optional(f.integer(1, 10000)),
  'ts': f.time,
  'clock': f.optional(f.word(['set', 'unset'], 'unset')),
});

const holdStateHold = f.object({
  'valve': f.optional(f.form(FORMS.subjectName)),
  'kind': f.word(['emergency', 'maintenance'], 'emergency'),
  'by': f.optional(f.form(FORMS.deviceName)),
  'since': f.time,
});

const holdStateInterlock = f.object({
  'id': f.form(FORMS.subjectName),
  'name': f.text(1, 64),
  'state': f.word(['clear', 'blocks', 'lingers', 'unknown'], 'unknown'),
  'reason': f.optional(f.word(['never', 'silent', 'age', 'unreadable', 'none', 'clock'], 'none')),
  'since': f.time,
});

const holdState = f.object({
  'v': f.version,
  'stopped': f.flag,
  'holds': f.list(holdStateHold, 128),
  'locked': f.list(f.form(FORMS.subjectName), 1024),
  'interlocks': f.list(holdStateInterlock, 128),
  'clock': f.optional(f.word(['set', 'unset'], 'unset')),
});

const deviceState = f.object({
  'v': f.version,
  'id': f.form(FORMS.deviceName),
  'name': f.text(1, 64),
  'kind': f.optional(f.word(['phone', 'watch', 'tag', 'display', 'dashboard', 'speaker', 'other'], 'other')),
  'reachability': f.word(['notReachable', 'backgroundOnly', 'immediatelyReachable'], 'notReachable'),
  'since': f.time,
  'clock': f.optional(f.word(['set', 'unset'], 'unset')),
});

const ackPlantFact = f.object({
  'id': f.form(FORMS.subjectName),
  'lastDate': f.time,
  'nextDate': f.time,
  'next_because': f.optional(f.word(['due', 'learned', 'calendar', 'unknown'], 'unknown')),
});

const ackControlFact = f.object({
  'id': f.form(FORMS.controlName),
  'value': f.optional(f.number(-1000000000, 1000000000)),
  'requested': f.optional(f.number(-1000000000, 1000000000)),
  'rev': f.integer(0, 2147483647),
  'min': f.number(-1000000000, 1000000000),
  'max': f.number(-1000000000, 1000000000),
  'step': f.positive,
});

const ack = f.object({
  'v': f.version,
  're': f.optional(f.form(FORMS.messageID)),
  'ok': f.flag,
  'code': f.word(['accepted', 'duplicate', 'already_done', 'queued', 'bad_json', 'too_large', 'unsupported_version', 'missing_field', 'bad_id', 'bad_time', 'bad_value', 'bad_unit', 'out_of_range', 'off_step', 'conflict', 'stale', 'expired', 'unknown_note', 'unknown_action', 'unknown_request', 'unknown_control', 'unknown_plant', 'forbidden', 'rate_limited', 'refused', 'busy', 'delivered', 'cancelled', 'not_reachable', 'unknown_message'], 'refused'),
  'ts': f.time,
  'why': f.optional(why),
  'message': f.optional(f.text(1, 120)),
  'field': f.optional(f.text(0, 200)),
  'by': f.optional(f.form(FORMS.deviceName)),
  'plant': f.optional(ackPlantFact),
  'control': f.optional(ackControlFact),
  'activity': f.optional(f.form(FORMS.messageID)),
  'reachability': f.optional(f.word(['notReachable', 'backgroundOnly', 'immediatelyReachable'], 'notReachable')),
  'left': f.optional(f.integer(0, 2147483647)),
  'next': f.optional(f.integer(0, 4194304)),
  'clock': f.optional(f.word(['set', 'unset'], 'unset')),
}, f.when(["ok"], [false], f.forbids('code', ["accepted","duplicate","already_done","queued","delivered"])), f.when(["ok"], [true], f.forbids('code', ["bad_json","too_large","unsupported_version","missing_field","bad_id","bad_time","bad_value","bad_unit","out_of_range","off_step","conflict","stale","expired","unknown_note","unknown_action","unknown_request","unknown_control","unknown_plant","forbidden","rate_limited","refused","busy","cancelled","not_reachable","unknown_message"])));

const deviceContextCompanion = f.object({
  'id': f.form(FORMS.deviceName),
  'kind': f.optional(f.word(['phone', 'watch', 'tag', 'display', 'dashboard', 'speaker', 'other'], 'other')),
  'glances': f.optional(f.integer(0, 50)),
});

const deviceContextContent = f.object({
  'role': f.word(['viewer', 'actor', 'tuner', 'operator'], 'viewer'),
  'language': f.optional(f.text(1, 64)),
  'temperature_unit': f.word(['celsius', 'fahrenheit'], 'celsius'),
  'devices': f.optional(f.list(deviceContextCompanion, 10)),
});

const deviceContext = f.object({
  'v': f.version,
  'rev': f.integer(0, 2147483647),
  'ts': f.time,
  'content': deviceContextContent,
});

const historyWatering = f.object({
  'at': f.time,
  'until': f.time,
  'kind': f.word(['valve', 'hand', 'seen'], 'seen'),
  'by': f.optional(f.form(FORMS.deviceName)),
  'end': f.optional(f.word(['finished', 'target', 'stopped', 'interrupted', 'failed', 'unknown', 'renewed'], 'unknown')),
  'litres': f.optional(f.number(0, 1000000)),
  'meant_s': f.optional(f.integer(0, 2147483647)),
});

const history = f.object({
  'plant': f.form(FORMS.subjectName),
  'quantity': f.text(1, 32),
  'unit': f.text(1, 8),
  'from': f.time,
  'to': f.time,
  'step_s': f.integer(1, 2147483647),
  'points': f.list(f.row([f.time, f.number(-1000000000, 1000000000), f.number(-1000000000, 1000000000), f.number(-1000000000, 1000000000)]), 400),
  'waterings': f.list(historyWatering, 400),
});

const REPLIES = { history: history };

const messageReply = f.object({
  'v': f.version,
  're': f.form(FORMS.messageID),
  'identifier': f.word(['history', 'allPlants', 'reminders', 'explain', 'glance', 'context', 'blob', 'photo', 'historyFile', 'accounts', 'invitation']),
  'content': f.any,
}, f.choice('identifier', 'content', REPLIES));

const pushOffer = f.object({
  'v': f.version,
  'web': f.form(/^[A-Za-z0-9_-]{87,87}$/),
});

/** A part that is loaded later adds the readers of what it asks. */
export { FORMS, REPLIES };

export const DOCUMENTS = {
  'bridge-status': bridgeStatus,
  'bridge-info': bridgeInfo,
  'bridge-counters': bridgeCounters,
  'bridge-channels': channelsState,
  'plant': plantState,
  'detail': plantDetail,
  'category': notificationCategory,
  'control': controlState,
  'reminder': reminderState,
  'activity': activityState,
  'heater': heaterState,
  'glance': glanceState,
  'hold': holdState,
  'device': deviceState,
  'dn-ack': ack,
  'dn-context': deviceContext,
  'dn-reply': messageReply,
  'dn-push': pushOffer,
};

/** `GET api/v1/plants/<id>/history`, and the content of a reply. */
export const HISTORY = history;

/** How many bytes a document may have. */
export const BYTES_MAX = {
  'bridge-status': 1024,
  'bridge-info': 1024,
  'bridge-counters': 6144,
  'bridge-channels': 6144,
  'plant': 200,
  'detail': 4096,
  'category': 4096,
  'control': 1024,
  'reminder': 4096,
  'activity': 4096,
  'heater': 1024,
  'glance': 2048,
  'hold': 4096,
  'device': 1024,
  'dn-ack': 1024,
  'dn-context': 1024,
  'dn-reply': 32768,
  'dn-push': 1024,
};
