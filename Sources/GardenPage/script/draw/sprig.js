/** A small drawing of a plant: its habit comes from the plant's id, its posture from how the plant is. */
import { s, set } from '../view/element.js';

/** Leaves as they grow from a base point to the right; mirrored for the other side. */
const LEAVES = {
  oval: 'M0 0C5 -9 15 -10 21 -4C15 4 6 5 0 0Z',
  lance: 'M0 0C7 -6 18 -8 27 -5C19 1 8 3 0 0Z',
  round: 'M0 0C0 -9 7 -13 13 -10C19 -7 18 2 11 4C6 5 1 4 0 0Z',
  fern: 'M0 0C5 -3 9 -3 13 -2M4 -2C5 -6 8 -7 10 -7M8 -3C10 -6 13 -6 15 -5M13 -2C17 -3 20 -2 22 0M11 -2C13 1 15 2 17 2M5 -1C7 2 9 3 11 3',
  needle: 'M0 0C6 -3 12 -5 18 -5M2 -1C6 0 10 1 15 1',
};

const HABITS = [
  { leaf: 'oval', nodes: [[58, 1], [48, -1], [38, 1], [28, -1]], top: 20 },
  { leaf: 'lance', nodes: [[60, -1], [54, 1], [42, -1], [36, 1]], top: 24 },
  { leaf: 'round', nodes: [[56, 1], [50, -1], [40, 1], [32, -1]], top: 23 },
  { leaf: 'fern', nodes: [[58, -1], [52, 1], [42, -1], [36, 1], [27, -1]], top: 20 },
  { leaf: 'needle', nodes: [[60, 1], [54, -1], [47, 1], [40, -1], [33, 1], [26, -1]], top: 18 },
];

const hash = (text) => [...text].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) >>> 0, 7);

export function sprig(id) {
  const habit = HABITS[hash(id) % HABITS.length];
  const leaf = ([y, side], i) =>
    s('g', { transform: `translate(40 ${y}) scale(${side} 1)` },
      s('path', { class: `leaf leaf-${i}`, d: LEAVES[habit.leaf] }));
  const drawing = s('svg', { class: 'sprig', viewBox: '0 0 80 80', 'aria-hidden': 'true', focusable: 'false' },
    s('path', { class: 'earth', d: 'M18 73C26 70 54 70 62 73' }),
    s('path', { class: 'stem', d: `M40 72C39 58 41 44 40 ${habit.top}` }),
    ...habit.nodes.map(leaf),
    s('g', { transform: `translate(40 ${habit.top}) rotate(-62)` }, s('path', { class: 'leaf leaf-top', d: LEAVES[habit.leaf] })));
  drawing.turnTo = (status) => set(drawing, 'data-posture', posture(status));
  return drawing;
}

function posture(status) {
  if (['dry', 'hot', 'salty'].includes(status)) return 'droops';
  if (['stale', 'unknown'].includes(status)) return 'faint';
  if (['wet', 'cold', 'dark', 'bright', 'hungry'].includes(status)) return 'tired';
  return 'upright';
}
