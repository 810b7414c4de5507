// Parts of the page that need no browser: the contract as it is written down, the clock, and the file of a history.
// Bundled by esbuild and run by node; arguments: Protocol.md, plant-detail.schema.json.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Clock } from '../../../Sources/GardenPage/script/contract/clock.js';
import { DOCUMENTS, HISTORY, PICTURES } from '../../../Sources/GardenPage/script/contract/documents.js';
import { BYTES_MAX, FORMS, Topics } from '../../../Sources/GardenPage/script/contract/topics.js';
import { uuid } from '../../../Sources/GardenPage/script/contract/uuid.js';
import { kindOf } from '../../../Sources/GardenPage/script/draw/kinds.js';
import { kinds } from '../../../Sources/GardenPage/script/draw/sprig.js';
import { Garden } from '../../../Sources/GardenPage/script/garden.js';
import { columnsFor } from '../../../Sources/GardenPage/script/view/wall.js';
import { csv } from '../../../Sources/GardenPage/script/view/csv.js';

const KINDS = { 'bridge-status': 'bridge-status', 'bridge-info': 'bridge-info', 'bridge-counters': 'bridge-counters', 'plant-state': 'plant', 'plant-detail': 'detail',
  category: 'category', 'control-state': 'control', 'reminder-state': 'reminder', 'activity-state': 'activity', 'heater-state': 'heater',
  'glance-state': 'glance', 'hold-state': 'hold', ack: 'dn-ack', context: 'dn-context', reply: 'dn-reply' };

/** The protocol page's examples that a page reads: their kind, and the JSON. */
const examples = () => [...readFileSync(process.argv[2], 'utf8').matchAll(/Example \(`([a-z-]+)`\):\s+```json\n([\s\S]*?)```/g)]
  .map(([, name, json]) => [name, json]).filter(([name]) => name in KINDS);

const tests = {
  'every example of the contract is understood'() {
    const seen = new Set();
    for (const [name, json] of examples()) {
      seen.add(name);
      assert.doesNotThrow(() => DOCUMENTS[KINDS[name]](JSON.parse(json)), `${name}: ${json}`);
    }
    assert.deepEqual(Object.keys(KINDS).filter((name) => !seen.has(name) && name !== 'reply'), []);
    assert.deepEqual(Object.keys(BYTES_MAX).sort(), Object.keys(DOCUMENTS).sort());
  },

  'a word that nobody knows is read as the schemas say'() {
    const field = (schema, root, path) => {
      const at = schema.$ref ? schema.$ref.slice(2).split('/').reduce((place, key) => place[key], root) : schema;
      const inner = Object.entries({ ...at.properties, ...(at.items ? { 0: at.items } : {}) });
      return at.enum ? [[path, at['x-unknown']]] : inner.flatMap(([key, one]) => field(one, root, [...path, key]));
    };
    const set = (value, [key, ...rest]) => (key === undefined ? 'guess' : Object.assign(Array.isArray(value) ? [...value] : { ...value }, { [key]: set(value[key], rest) }));
    const get = (value, path) => path.reduce((place, key) => place?.[key], value);
    let count = 0;
    for (const [name, json] of examples()) {
      const schema = JSON.parse(readFileSync(join(dirname(process.argv[3]), `${name}.schema.json`), 'utf8'));
      const document = JSON.parse(json);
      for (const [path, unknown] of field(schema, schema, [])) {
        if (unknown === undefined || get(document, path.slice(0, -1)) === undefined) continue;
        const reader = name === 'reply' ? ({ content }) => ({ content: HISTORY(content) }) : DOCUMENTS[KINDS[name]];
        const read = get(reader(set(document, path)), path);
        if (read === undefined) continue;
        assert.equal(read, unknown, `${name}: ${path}`);
        count += 1;
      }
    }
    assert.ok(count > 20, `${count}`);
    assert.equal(DOCUMENTS.control({ ...JSON.parse(examples().find(([name]) => name === 'control-state')[1]), role: 'guess' }).role, 'operator');
  },

  'a bridge that says nothing for three minutes is silent, and one second less is not'() {
    const clock = new Clock();
    const at = Math.floor(Date.now() / 1000);
    clock.hear({ ts: at, session: 'a', online: true }, true, 100);
    assert.equal(clock.silence(279) > 180, false);
    assert.equal(clock.silence(281) > 180, true);
    assert.equal(clock.now(160), at + 60);
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
    for (let i = 0; i < 5; i++) clock.hear({ ts: 1_800_000_000 + 60 * i, session: 'a', online: true }, true, 100 + 60 * i + (i % 2 ? 1.4 : 0));
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
    assert.ok(FORMS.uuid.test(ids[0]));
  },

  'topics of others are not ours'() {
    const topics = new Topics('plants', 'wall');
    assert.deepEqual(topics.read('plants/v1/state/plant/aloe'), { kind: 'plant', id: 'aloe' });
    for (const other of ['plants/v1/d/anna-phone/dn/ack', 'plants/v2/state/plant/aloe', 'plants/v1/state/plant/a/b', 'plantsx/v1/bridge/info']) assert.equal(topics.read(other), null);
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
    assert.deepEqual([...PICTURES].sort(), [...schema.properties.picture.enum].sort());
    const names = {
      cactus: ['Cactus', 'Christmas cactus', 'Kaktus', '仙人掌', '仙人球'], fern: ['Boston fern', 'Farn', '铁线蕨', '鐵線蕨'],
      herb: ['Basil', 'basil-2', 'Lemon balm', 'Peppermint', '罗勒', '羅勒', '薄荷'], orchid: ['Orchid', 'Phalaenopsis', '蝴蝶兰', '蝴蝶蘭'],
      grass: ['Spider plant', '吊兰', '吊蘭', 'Lemongrass', 'Chives'], chili: ['Chili', 'Bell pepper', '辣椒'], tomato: ['Tomato', 'Cherry tomatoes', '番茄', '西红柿'],
      palm: ['Areca palm', '散尾葵'], succulent: ['Aloe', 'aloe vera', '芦荟', '多肉'], rosemary: ['Rosemary', '迷迭香', 'Lavender'],
      flower: ['Rose', 'Peace lily', '玫瑰', '君子兰', 'Sunflower'], tree: ['Lemon tree', 'Ficus', '柠檬树', '檸檬樹', 'Olive'], leaf: ['Fred', 'Monstera', '', '绿萝'],
    };
    for (const [kind, all] of Object.entries(names)) for (const name of all) assert.equal(kindOf(name), kind, name);
    assert.equal(kindOf('Steve', 'cactus'), 'cactus', 'the id helps where the name says nothing');
    assert.equal(kindOf('Fern', 'cactus'), 'fern');
  },

  'a wall is filled with as many columns as suit it'() {
    assert.deepEqual([columnsFor(8, 780, 900), columnsFor(8, 1200, 690), columnsFor(24, 780, 900), columnsFor(24, 1200, 690), columnsFor(1, 800, 600), columnsFor(0, 800, 600)], [2, 4, 4, 6, 1, 1]);
  },

  'a history as a file leaves gaps out and quotes what it must'() {
    const history = HISTORY({ plant: 'aloe', quantity: 'moisture', unit: '%', from: 1_795_220_000, to: 1_795_221_000, step_s: 300, waterings: [],
      points: [[1_795_220_100, 40.5, 40, 41], [1_795_220_400, null, null, null], [1_795_220_700, 39]] });
    assert.equal(csv(history), 'time,quantity,unit,mean,low,high\r\n2026-11-21T00:15:00.000Z,moisture,%,40.5,40,41\r\n2026-11-21T00:25:00.000Z,moisture,%,39,39,39\r\n');
    assert.ok(csv({ ...history, unit: 'a,"b"' }).includes('"a,""b"""'));
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  try {
    test();
    console.log(`ok   ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAIL ${name}: ${error.message}`);
  }
}
process.exit(failed ? 1 : 0);
