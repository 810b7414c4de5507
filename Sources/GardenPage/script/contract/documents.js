/** The documents of the contract that a page reads, field by field. Unknown fields are ignored. */
import { FORMS } from './topics.js';
import { flag, form, integer, list, number, object, optional, table, text, time, word } from './fields.js';

const id = form(FORMS.id);
const uuid = form(FORMS.uuid);
const device = form(FORMS.device);
const role = word('viewer', 'actor', 'tuner', 'operator');
const roleNeeded = word('operator', 'viewer', 'actor', 'tuner');
const quantity = text(32);
const percent = number(0, 100);
const why = word('none', 'never', 'silent', 'offline', 'unreadable', 'quorum', 'age', 'clock', 'refused');
const ending = word('unknown', 'finished', 'target', 'stopped', 'interrupted', 'failed', 'renewed');
const version = { v: (value) => integer(1, 1)(value) };

const plantFacts = object({ id, name: text(64), lastDate: time, nextDate: time });
const alert = object({ title: optional(text()), subtitle: optional(text()), body: optional(text()) });

/** Kinds that are drawn; a kind that nobody knows is a plant and no more. */
export const PICTURES = ['cactus', 'succulent', 'fern', 'palm', 'herb', 'rosemary', 'grass', 'orchid', 'flower', 'chili', 'tomato', 'tree', 'photo', 'leaf'];

export const STATUSES = ['ok', 'dry', 'wet', 'cold', 'hot', 'dark', 'bright', 'hungry', 'salty', 'stale', 'unknown'];

const evaluation = object({
  quantity,
  status: word('unknown', 'low', 'fine', 'high'),
  since: time,
  reason: optional(why),
  value: optional(number()),
  at: optional(time),
  low: optional(number()),
  high: optional(number()),
});

const sensor = object({
  id: text(64),
  online: optional(flag),
  values: list(
    object({ quantity, value: number(), raw: optional(number()), at: optional(time), fresh: flag }), 16),
  refused: table(integer(0)),
  last_refusal: optional(text(64)),
});

const watering = object({
  valve: id,
  seconds: optional(integer()),
  seconds_max: optional(integer()),
  litres: optional(number(0)),
  automatic: optional(flag),
  state: optional(word('open', 'closed', 'opening', 'closing')),
  ends: optional(time),
});

const action = object({
  id: form(FORMS.action),
  title: text(64),
  titles: optional(table(text(64), 32)),
  options: list(text(64), 16),
  role: optional(roleNeeded),
});

export const DOCUMENTS = {
  'bridge-status': object({
    ...version,
    online: flag,
    ts: time,
    since: time,
    session: text(64),
    clock: optional(word('unset', 'set')),
    trouble: optional(word('unheard')),
  }),
  'bridge-info': object({
    ...version,
    bridge: text(64),
    software: text(64),
    tz: text(64),
    languages: list(text(32), 32),
  }),
  'bridge-counters': object({
    ...version,
    ts: time,
    since: optional(time),
    counts: optional(table(number(0, 1e15), 128)),
    by: optional(table(table(number(0, 1e15), 64), 64)),
    gauges: optional(table(number(-1e15, 1e15), 128)),
  }),
  plant: object({
    ...version,
    n: text(64),
    s: word('unknown', ...STATUSES),
    r: integer(),
    m: optional(percent),
    c: optional(number(-100, 150)),
    u: optional(number(0, 1e6)),
    e: optional(number(0, 1e6)),
    b: optional(percent),
    d: optional(percent),
    l: optional(time),
    x: optional(time),
    t: optional(time),
    y: optional(why),
    f: optional(form(/^[a-z]{0,8}$/)),
  }),
  detail: object({
    ...version,
    id,
    name: text(64),
    evaluations: list(evaluation, 16),
    sensors: list(sensor, 32),
    last: time,
    next: optional(time),
    because: text(500),
    battery: optional(percent),
    dry_below: optional(percent),
    never_watered: optional(flag),
    watering: optional(watering),
    picture: optional(word('leaf', ...PICTURES)),
    line: optional(integer()),
    key: optional(text(200)),
    ts: time,
  }),
  category: object({ ...version, id: form(FORMS.category), rev: integer(0, 4294967295), actions: list(action, 10) }),
  control: object({
    ...version,
    id,
    plant: optional(id),
    place: optional(id),
    title: text(64),
    name: optional(text(64)),
    kind: word('actuator', 'setpoint'),
    unit: text(8),
    min: number(),
    max: number(),
    step: number(1e-6),
    value: optional(number()),
    requested: optional(number()),
    phase: word('settled', 'requested', 'accepted', 'rejected', 'no_answer'),
    by: optional(device),
    reason: optional(text(120)),
    rev: integer(),
    ts: time,
    role: roleNeeded,
  }),
  reminder: object({
    ...version,
    key: form(FORMS.key),
    note: uuid,
    rev: integer(),
    state: word('due', 'sent', 'snoozed', 'watering'),
    since: time,
    sent: optional(time),
    until: optional(time),
    by: optional(device),
    category: form(FORMS.category),
    actions: list(form(FORMS.action), 10),
    alert,
    alerts: optional(table(alert, 32)),
    plant: optional(plantFacts),
    plants: optional(list(plantFacts, 64)),
    control: optional(id),
    water: optional(object({ seconds: integer(1), litres: optional(number(0)) })),
    activity: optional(uuid),
  }),
  activity: object({
    ...version,
    id: uuid,
    state: word('stale', 'active', 'ended'),
    attributes: object({ name: text(64) }),
    'content-state': object({ emoji: text(32), title: text(120), progress: number() }),
    timestamp: time,
    'stale-date': time,
    started: time,
    ends: optional(time),
    ends_by: time,
    seq: integer(1),
    plant: optional(id),
    end: optional(ending),
    by: optional(device),
    why: optional(text(64)),
  }),
  heater: object({
    ...version,
    id,
    name: text(64),
    place: optional(id),
    state: word('switching_off', 'off', 'switching_on', 'on'),
    reason: word('unproved', 'warm', 'cold', 'pausing', 'lingering', 'blind', 'held'),
    setpoint: number(),
    control: id,
    ends: optional(time),
    trouble: optional(word('stuck_on', 'did_not_switch_on', 'no_effect', 'blind')),
    ts: time,
  }),
  glance: object({
    ...version,
    due: optional(integer()),
    next: optional(time),
    runs: list(object({ activity: uuid, kind: word('watering', 'countdown') }), 64),
  }),
  hold: object({
    ...version,
    stopped: flag,
    holds: list(
      object({ valve: optional(id), kind: word('emergency', 'maintenance'), by: optional(device), since: time }), 256),
    locked: list(id, 256),
    interlocks: list(
      object({
        id,
        name: text(64),
        state: word('unknown', 'clear', 'blocks', 'lingers'),
        reason: optional(why),
        since: time,
      }), 64),
  }),
  'dn-ack': object({
    ...version,
    re: optional(uuid),
    ok: flag,
    code: text(32),
    ts: time,
    message: optional(text(120)),
    by: optional(device),
    control: optional(object({ id, value: optional(number()), requested: optional(number()), rev: integer(), min: number(), max: number(), step: number() })),
  }),
  'dn-context': object({
    ...version,
    content: object({
      role,
      language: optional(text(35)),
      temperature_unit: optional(word('celsius', 'fahrenheit')),
    }),
  }),
  'dn-reply': object({ ...version, re: uuid, identifier: text(64), content: (value) => value }),
};

/** `GET api/v1/plants/<id>/history` and the reply to a request over MQTT. */
export const HISTORY = object({
  plant: id,
  quantity,
  unit: optional(text(16)),
  from: time,
  to: time,
  step_s: number(1),
  points: list(list((value) => (value === null ? null : number(-1e12, 1e12)(value)), 8), 2000),
  waterings: list(
    object({
      at: time,
      until: optional(time),
      kind: word('seen', 'valve', 'hand'),
      by: optional(text(64)),
      end: optional(ending),
      litres: optional(number(0)),
    }), 1000),
});
