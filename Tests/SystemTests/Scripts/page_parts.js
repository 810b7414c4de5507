// Parts of the page that need no browser: the contract as it is written down, the clock, words and moments, and the file of a history.
// Bundled by esbuild and run by node; arguments: Protocol.md, plant-detail.schema.json, the folder with the words that words.cjs made.
import assert from 'node:assert/strict';
import { webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Clock } from '../../../Sources/GardenPage/script/contract/clock.js';
import { ACCOUNT_REPLIES } from '../../../Sources/GardenPage/script/contract/accounts.js';
import { DOCUMENTS, FORMS, HISTORY, REPLIES } from '../../../Sources/GardenPage/script/contract/documents.js';
import { Topics } from '../../../Sources/GardenPage/script/contract/topics.js';
import { uuid } from '../../../Sources/GardenPage/script/contract/uuid.js';
import { Commands } from '../../../Sources/GardenPage/script/link/commands.js';
import { kindOf } from '../../../Sources/GardenPage/script/draw/kinds.js';
import { kinds } from '../../../Sources/GardenPage/script/draw/sprig.js';
import { Garden } from '../../../Sources/GardenPage/script/garden.js';
import { dayOf, endOf } from '../../../Sources/GardenPage/script/phones/day.js';
import { outcome } from '../../../Sources/GardenPage/script/view/answers.js';
import { climateOf, leading } from '../../../Sources/GardenPage/script/view/because.js';
import { nextOf } from '../../../Sources/GardenPage/script/view/card.js';
import { columnsFor } from '../../../Sources/GardenPage/script/view/wall.js';
import { csv } from '../../../Sources/GardenPage/script/view/csv.js';
import { stateOf } from '../../../Sources/GardenPage/script/view/state.js';
import { ago, choose, full, languageFor, list, moment, onlyTime } from '../../../Sources/GardenPage/script/words.js';

// Debian 12's Node 18 has it in its module alone; browsers have it everywhere.
globalThis.crypto ??= webcrypto;

const KINDS = {
  'bridge-status': 'bridge-status',
  'bridge-info': 'bridge-info',
  'bridge-counters': 'bridge-counters',
  channels: 'bridge-channels',
  'plant-state': 'plant',
  'plant-detail': 'detail',
  category: 'category',
  'control-state': 'control',
  'reminder-state': 'reminder',
  'activity-state': 'activity',
  'heater-state': 'heater',
  'glance-state': 'glance',
  'hold-state': 'hold',
  'device-state': 'device',
  ack: 'dn-ack',
  context: 'dn-context',
  reply: 'dn-reply',
  'push-offer': 'dn-push',
};

const tests = {
  'every document of the contract is read as its vectors say'() {
    const at = (document, pointer) => {
      const keys = pointer
        .split('/')
        .slice(1)
        .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
      const key = keys.pop();
      return [keys.reduce((place, key) => (place instanceof Map ? place.get(key) : place[key]), document), key];
    };
    let count = 0;
    const asked = ['history', ...Object.keys(ACCOUNT_REPLIES)];
    const replies = JSON.parse(readFileSync(join(dirname(process.argv[3]), '../Vectors/reply.json'), 'utf8')).examples;
    const ofPhones = replies.filter(({ identifier }) => identifier in ACCOUNT_REPLIES);
    assert.equal(ofPhones.length, 2);
    for (const one of ofPhones) assert.throws(() => DOCUMENTS['dn-reply'](one), 'before the part with the phones is loaded');
    Object.assign(REPLIES, ACCOUNT_REPLIES);
    for (const [name, kind] of Object.entries({ ...KINDS, history: 'history' })) {
      const vectors = JSON.parse(readFileSync(join(dirname(process.argv[3]), '../Vectors', `${name}.json`), 'utf8'));
      const read = kind === 'history' ? HISTORY : DOCUMENTS[kind];
      const change = ({ example, set = {}, remove = [] }) => {
        const document = structuredClone(vectors.examples[example]);
        for (const [pointer, value] of Object.entries(set)) {
          const [place, key] = at(document, pointer);
          place[key] = value;
        }
        for (const pointer of remove) {
          const [place, key] = at(document, pointer);
          delete place[key];
        }
        return document;
      };
      // Answers to what the page does not ask are refused, whatever they say.
      const isAsked = ({ identifier = 'history' }) => kind !== 'dn-reply' || asked.includes(identifier);
      const ofAsked = ({ example }) => isAsked(vectors.examples[example]);
      for (const document of vectors.examples) {
        if (isAsked(document)) assert.doesNotThrow(() => read(document), name);
        else assert.throws(() => read(document), name);
      }
      for (const vector of vectors.valid.filter(ofAsked))
        assert.doesNotThrow(() => read(change(vector)), `${name} ${JSON.stringify(vector)}`);
      for (const vector of vectors.refused) assert.throws(() => read(change(vector)), `${name} ${JSON.stringify(vector)}`);
      for (const vector of vectors.patient.filter(ofAsked)) {
        const clean = read(change(vector));
        const [place, key] = at(clean, Object.keys(vector.set ?? {})[0] ?? vector.remove[0]);
        if (vector.reads !== null) assert.deepEqual(place[key], vector.reads, `${name} ${JSON.stringify(vector)}`);
      }
      count += vectors.valid.length + vectors.refused.length + vectors.patient.length;
    }
    assert.ok(count > 1000, `${count}`);
    assert.deepEqual(Object.keys(DOCUMENTS).sort(), Object.values(KINDS).sort());
  },

  'a bridge that says nothing for three minutes is silent, and one second less is not'() {
    const clock = new Clock();
    const at = Math.floor(Date.now() / 1000);
    clock.hear({ ts: at, session: 'a', online: true }, true, 100);
    assert.equal(clock.silence(279) > 180, false);
    assert.equal(clock.silence(281) > 180, true);
    assert.equal(clock.now(160), at + 60);
  },

  async 'an answer is sent again under its id until the bridge has answered, and what would water later is not'() {
    const timers = [];
    const { setTimeout: set, clearTimeout: clear } = globalThis;
    globalThis.setTimeout = (act, after) => timers.push({ act, after }) - 1;
    globalThis.clearTimeout = (number) => delete timers[number];
    const pass = (until) => timers.forEach(({ act, after }, i) => after <= until && (delete timers[i], act()));
    try {
      for (const [action, all] of [
        ['water_done', 4],
        ['water_start', 2],
      ]) {
        const sent = [];
        const link = { topics: { up: (kind) => kind }, publish: (_, document) => sent.push(document.id) };
        const commands = new Commands(() => link, { forCommand: () => 1_795_220_600, rate: 1 });
        const answer = commands.send('action', { action });
        pass(10_000);
        assert.deepEqual(await answer, { ok: false, code: 'no_answer' });
        assert.equal(sent.length, 2);
        pass(50_000);
        assert.equal(sent.length, all);
        assert.equal(new Set(sent).size, 1);
        const heard = commands.send('action', { action });
        commands.hear({ re: sent.at(-1), ok: true, code: 'accepted' });
        assert.equal((await heard).code, 'accepted');
        assert.equal(timers.filter(Boolean).length, all === 4 ? 1 : 0, 'nothing more is sent');
        timers.length = 0;
      }
    } finally {
      Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
    }
  },

  'where time runs 300 times as fast the clock goes along, and commands are never ahead of the next status'() {
    const clock = new Clock();
    for (let i = 0; i <= 20; i++) clock.hear({ ts: 1_800_000_000 + 60 * i, session: 'a', online: true }, true, 100 + 0.2 * i);
    assert.ok(Math.abs(clock.rate - 300) < 3, `${clock.rate}`);
    assert.ok(Math.abs(clock.now(104.1) - 1_800_001_230) < 4);
    assert.ok(clock.forCommand(110) <= 1_800_001_200 + 100);
    clock.hear({ ts: 1_700_000_000, session: 'b', online: true }, true, 111);
    assert.equal(clock.rate, 1, 'another bridge, another clock');
  },

  'a real bridge whose statuses come a little late runs as fast as we do'() {
    const clock = new Clock();
    for (let i = 0; i < 5; i++)
      clock.hear({ ts: 1_800_000_000 + 60 * i, session: 'a', online: true }, true, 100 + 60 * i + (i % 2 ? 1.4 : 0));
    assert.equal(clock.rate, 1);
  },

  'a retained status of long ago is no sign of life'() {
    const clock = new Clock();
    clock.hear({ ts: Math.floor(Date.now() / 1000) - 4000, session: 'a', online: true }, false, 100);
    assert.equal(clock.silence(104) > 180, true);
  },

  'ids are UUIDs of version 7 that sort by time'() {
    const ids = Array.from({ length: 50 }, (_, i) => uuid(1_795_220_607_000 + i));
    for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.deepEqual([...ids].sort(), ids);
    assert.ok(FORMS.messageID.test(ids[0]));
  },

  'topics of others are not ours'() {
    const topics = new Topics('plants', 'wall');
    assert.deepEqual(topics.read('plants/v1/state/plant/aloe'), { kind: 'plant', id: 'aloe' });
    for (const other of [
      'plants/v1/d/anna-phone/dn/ack',
      'plants/v2/state/plant/aloe',
      'plants/v1/state/plant/a/b',
      'plantsx/v1/bridge/info',
    ])
      assert.equal(topics.read(other), null);
  },

  'a thousand plants and not one more, and a flood of them is counted'() {
    const garden = new Garden();
    const say = (id) => garden.take({ kind: 'plant', id }, new TextEncoder().encode('{"v":1,"n":"A","s":"ok","r":1}'), true);
    for (let i = 0; i < 1100; i++) say(`plant-${i}`);
    assert.equal(garden.plant.size, 1000);
    assert.equal(garden.ignored, 100);
  },

  'what the broker does not say again after a connection is gone'() {
    const garden = new Garden();
    const say = (id) => garden.take({ kind: 'plant', id }, new TextEncoder().encode('{"v":1,"n":"A","s":"ok","r":1}'), true);
    garden.beginRound();
    say('aloe');
    say('basil');
    garden.beginRound();
    say('basil');
    garden.endRound();
    assert.deepEqual([...garden.plant.keys()], ['basil']);
  },

  'every kind of the contract has a drawing, and a plant is drawn as what its name says'() {
    const schema = JSON.parse(readFileSync(process.argv[3], 'utf8'));
    assert.deepEqual([...kinds, 'photo'].sort(), [...schema.properties.picture.enum].sort());
    const names = {
      cactus: ['Cactus', 'Christmas cactus', 'Kaktus', '仙人掌', '仙人球'],
      fern: ['Boston fern', 'Farn', '铁线蕨', '鐵線蕨'],
      herb: ['Basil', 'basil-2', 'Lemon balm', 'Peppermint', '罗勒', '羅勒', '薄荷'],
      orchid: ['Orchid', 'Phalaenopsis', '蝴蝶兰', '蝴蝶蘭'],
      grass: ['Spider plant', '吊兰', '吊蘭', 'Lemongrass', 'Chives'],
      chili: ['Chili', 'Bell pepper', '辣椒'],
      tomato: ['Tomato', 'Cherry tomatoes', '番茄', '西红柿'],
      palm: ['Areca palm', '散尾葵'],
      succulent: ['Aloe', 'aloe vera', '芦荟', '多肉'],
      rosemary: ['Rosemary', '迷迭香', 'Lavender'],
      flower: ['Rose', 'Peace lily', '玫瑰', '君子兰', 'Sunflower'],
      tree: ['Lemon tree', 'Ficus', '柠檬树', '檸檬樹', 'Olive'],
      leaf: ['Fred', 'Monstera', '', '绿萝'],
    };
    for (const [kind, all] of Object.entries(names)) for (const name of all) assert.equal(kindOf(name), kind, name);
    assert.equal(kindOf('Steve', 'cactus'), 'cactus', 'the id helps where the name says nothing');
    assert.equal(kindOf('Fern', 'cactus'), 'fern');
  },

  'a wall is filled with as many columns as suit it'() {
    assert.deepEqual(
      [
        columnsFor(8, 780, 900),
        columnsFor(8, 1200, 690),
        columnsFor(24, 780, 900),
        columnsFor(24, 1200, 690),
        columnsFor(1, 800, 600),
        columnsFor(0, 800, 600),
      ],
      [2, 4, 4, 6, 1, 1],
    );
  },

  'the last day of a guest ends with it in the garden, also where the clocks change that night'() {
    const at = (text) => Date.parse(text) / 1000;
    assert.equal(endOf('2026-08-31', 'Europe/Berlin'), at('2026-09-01T00:00:00+02:00'));
    assert.equal(endOf('2026-10-24', 'Europe/Berlin'), at('2026-10-25T00:00:00+02:00'));
    assert.equal(endOf('2026-10-25', 'Europe/Berlin'), at('2026-10-26T00:00:00+01:00'));
    assert.equal(endOf('2026-03-29', 'Europe/Berlin'), at('2026-03-30T00:00:00+02:00'));
    assert.equal(endOf('2026-12-31', 'Pacific/Auckland'), at('2027-01-01T00:00:00+13:00'));
    assert.equal(endOf('2028-02-28', 'America/Los_Angeles'), at('2028-02-29T00:00:00-08:00'));
    assert.equal(dayOf(at('2026-08-31T23:59:59+02:00'), 'Europe/Berlin'), '2026-08-31');
    assert.match(dayOf(at('2026-08-31T12:00:00Z'), 'Mars/Olympus'), /^2026-08-31|^2026-09-01/);
  },

  async 'a time of day is written in one way, with a date and without, as the region writes it'() {
    const at = Date.parse('2026-11-21T09:05:00+01:00') / 1000;
    // Some versions of ICU put a narrow space there.
    const plain = (text) => text.replace('\u202f', ' ');
    for (const [locale, time, day] of [
      ['en-US', '9:05 AM', 'Nov 21'],
      ['en-GB', '09:05', '21 Nov'],
      ['de-CH', '09:05', '21. Nov'],
      ['zh-CN', '09:05', '11月21日'],
      ['zh-TW', '上午9:05', '11月21日'],
    ]) {
      await reads(locale);
      assert.equal(plain(onlyTime(at)), time, locale);
      assert.ok(plain(full(at)).endsWith(time), `${locale}: ${full(at)}`);
      assert.ok(plain(moment(at, at + 60)).endsWith(time), `${locale}: ${moment(at, at + 60)}`);
      assert.ok(moment(at, at + 9 * 86400).includes(day), `${locale}: ${moment(at, at + 9 * 86400)}`);
    }
  },

  async 'days ago are those of the calendar, and hours are told for less than one'() {
    await reads('en-GB');
    const of = (since, now) => ago(Date.parse(`2026-11-${since}:00+01:00`) / 1000, Date.parse(`2026-11-${now}:00+01:00`) / 1000);
    assert.equal(of('20T23:00', '21T08:00'), '9 hours ago');
    assert.equal(of('20T08:00', '21T09:00'), '1 day ago');
    assert.equal(of('19T20:00', '21T09:00'), '2 days ago', '37 hours, and the day before yesterday');
    assert.equal(of('14T23:00', '21T00:30'), '7 days ago');
  },

  async 'Chinese has its own brackets, and a space beside a name in Latin letters'() {
    await reads('zh-CN');
    assert.equal(list(['Rosemary', 'Lemon tree']), 'Rosemary 和 Lemon tree');
    const at = (text) => Date.parse(`2026-11-${text}:00+01:00`) / 1000;
    const plant = { s: 'ok', x: at('24T12:00'), a: at('22T12:00'), z: at('26T12:00') };
    assert.equal(nextOf(plant, undefined, at('21T12:00')), '下次浇水：11月24日周二（明天至 11月26日周四）');
    await reads('en-GB');
    assert.equal(nextOf(plant, undefined, at('21T12:00')), 'Next watering Tue 24 Nov (tomorrow to Thu 26 Nov)');
  },

  async 'a refusal is told in the language of the page, with its figures and without what is missing'() {
    const ts = Date.parse('2026-11-21T09:05:00+01:00') / 1000;
    const of = (why, code = 'refused') => outcome({ ok: code === 'already_done', code, ts, why });
    await reads('en-GB');
    assert.equal(
      of({ word: 'day_max', unit: 's', asked: 600, used: 1505, most: 1800 }),
      '10 min is too much: the valve was open for 25 min of 30 min today.',
    );
    assert.equal(of({ word: 'run_litres', unit: 'l', asked: 7.5, most: 5 }), '7.5 l is too much: this valve gives 5 l at most.');
    assert.equal(
      of({ word: 'interlock_lingers', name: 'Rain', until: ts + 3600 }),
      'Rain has cleared, but keeps the water off until today 10:05.',
    );
    assert.equal(of({ word: 'emergency_stop' }), 'There is an emergency stop. Release it first.');
    assert.equal(of({ word: 'of_a_newer_bridge' }), 'Not done.');
    assert.equal(of(undefined, 'already_done'), 'Already done.');
    assert.equal(of(undefined, 'of_a_newer_bridge'), 'Not accepted: of_a_newer_bridge.');
    await reads('zh-CN');
    assert.equal(
      of({ word: 'day_max', unit: 's', asked: 600, used: 1505, most: 1800 }),
      '10 分钟太多：阀门今天已经开了 25 分钟，上限 30 分钟。',
    );
    assert.equal(of({ word: 'emergency_stop', by: 'anna-phone' }), '已紧急停止（anna-phone），请先解除。');
    assert.equal(of({ word: 'not_stopped', valve: 'bed-valve' }), '没有紧急停止。但 bed-valve 已锁定。');
    await reads('de-DE');
    assert.equal(of({ word: 'maintenance', by: 'anna-phone' }), 'Das Ventil ist zur Wartung gesperrt, von anna-phone.');
  },

  async 'a plant that is being watered says so, whatever its state'() {
    await reads('en-GB');
    assert.deepEqual(stateOf({ s: 'dry', f: 'w' }), ['water', 'Being watered']);
    assert.deepEqual(stateOf({ s: 'dry' }), ['dry', 'Dry']);
    assert.deepEqual(stateOf({ s: 'unknown', y: 'none' }), ['ok', 'By the calendar']);
    assert.deepEqual(
      stateOf(DOCUMENTS.plant({ v: 1, n: 'Later', r: 1, s: 'sunburnt', y: 'moonlight' })),
      ['unknown', 'Unknown'],
      'words that this page does not know',
    );
  },

  'a reminder of climate has the picture of what it is about'() {
    const detail = {
      evaluations: [
        { quantity: 'moisture', status: 'low' },
        { quantity: 'temperature', status: 'low' },
        { quantity: 'light', status: 'high' },
        { quantity: 'conductivity', status: 'unknown' },
      ],
    };
    const of = (key) => climateOf(key, detail);
    assert.deepEqual(
      [of('clim-basil-temperature'), of('clim-basil-light'), of('clim-a-plant-with-a-long-3f2a')],
      ['cold', 'bright', 'cold'],
    );
    assert.equal(climateOf('clim-basil-temperature', { evaluations: [{ quantity: 'temperature', status: 'high' }] }), 'hot');
    assert.equal(
      climateOf('clim-basil-temperature', { evaluations: [{ quantity: 'temperature', status: 'unknown' }] }),
      'temperature',
      'a thermometer where nobody knows',
    );
    assert.equal(climateOf('clim-basil-temperature', undefined), 'temperature');
    assert.equal(of('clim-basil-conductivity'), undefined);
    assert.equal(leading({ s: 'cold' }, detail).quantity, 'temperature');
    assert.equal(leading({ s: 'ok' }, detail).quantity, 'moisture');
  },

  'a history as a file has a line a point, and quotes what it must'() {
    const history = HISTORY({
      plant: 'aloe',
      quantity: 'moisture',
      unit: '%',
      from: 1_795_220_000,
      to: 1_795_221_000,
      step_s: 300,
      waterings: [],
      points: [
        [1_795_220_100, 40.5, 40, 41],
        [1_795_220_700, 39, 39, 39],
      ],
    });
    assert.equal(
      csv(history),
      'time,quantity,unit,mean,low,high\r\n2026-11-21T00:15:00.000Z,moisture,%,40.5,40,41\r\n2026-11-21T00:25:00.000Z,moisture,%,39,39,39\r\n',
    );
    assert.ok(csv({ ...history, unit: 'a,"b"' }).includes('"a,""b"""'));
  },
};

// What the words ask of a browser.
globalThis.document = { documentElement: {} };
globalThis.fetch = async (file) => ({ json: async () => JSON.parse(readFileSync(join(process.argv[4], file), 'utf8')) });
/** As a browser of that locale has it. */
async function reads(locale) {
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { languages: [locale] } });
  await choose({ language: languageFor(locale), timeZone: 'Europe/Berlin' });
}

async function run() {
  let failed = 0;
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test();
      console.log(`ok   ${name}`);
    } catch (error) {
      failed += 1;
      console.log(`FAIL ${name}: ${error.message}`);
    }
  }
  process.exit(failed ? 1 : 0);
}
run();
