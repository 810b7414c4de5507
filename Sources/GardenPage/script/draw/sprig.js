/** A small drawing of a plant: its kind as it grows, its posture from how it is. */
import { s, set } from '../view/element.js';

/** Leaves as they grow from a base point to the right; mirrored for the other side. */
const LEAVES = {
  oval: 'M0 0C5 -9 15 -10 21 -4C15 4 6 5 0 0Z',
  lance: 'M0 0C7 -6 18 -8 27 -5C19 1 8 3 0 0Z',
  lobed: 'M0 0C2 -6 5 -6 7 -4C8 -10 13 -10 14 -6C18 -9 22 -6 23 -3C20 0 18 1 15 0C14 4 9 4 8 1C5 3 2 2 0 0Z',
  needle: 'M0 0C5 -4 11 -6 16 -6C12 -2 6 0 0 0Z',
};
/** Grow up from a base point; they lean as one. */
const LIMBS = {
  sword: 'M0 0C-6 -9 -6 -26 0 -42C6 -26 6 -9 0 0Z',
  blade: 'M-2 0C-3 -22 4 -42 21 -50C11 -38 5 -22 2 0Z',
  strap: 'M0 0C4 -9 17 -14 31 -8C22 0 9 5 0 0Z',
  frond:
    'M0 0C1 -20 9 -36 26 -44M1 -10L9 -12M1 -10L-6 -16M3 -18L12 -19M3 -18L-3 -25M7 -26L16 -26M7 -26L3 -33M13 -34L21 -33M13 -34L11 -41M19 -40L26 -39M19 -40L19 -46',
  plume: 'M0 0C7 -9 20 -10 30 3C22 -3 9 -3 0 0ZM8 -5L10 1M14 -6L16 0M20 -4L22 2',
};
const PODS = {
  chili: 'M0 0C4 2 5 8 3 13C2 17 -1 20 -4 21C-2 16 -5 7 0 0ZM0 0L1 -4',
  ball: 'M0 0A6 6 0 1 1 -0.1 0ZM0 0L0 -4',
  lemon: 'M0 0C5 1 6 7 0 11C-6 7 -5 1 0 0Z',
};
const BLOOM = 'M0 0C-7 -5 -5 -11 0 -10C5 -11 7 -5 0 0C7 -4 11 1 8 5C5 8 1 5 0 0C-1 5 -5 8 -8 5C-11 1 -7 -4 0 0Z';
const DAISY = Array.from({ length: 8 }, (_, i) => {
  const at = (radius, turn) =>
    [Math.cos(((i + turn) * Math.PI) / 4) * radius, Math.sin(((i + turn) * Math.PI) / 4) * radius].map((one) => one.toFixed(1)).join(' ');
  return `M0 0C${at(9, -0.45)} ${at(15, -0.3)} ${at(14, 0)}C${at(15, 0.3)} ${at(9, 0.45)} 0 0Z`;
}).join('');

const part = (className, d, x = 0, y = 0, scale = 1, turn = 0, side = 1) =>
  s('g', { transform: `translate(${x} ${y}) rotate(${turn * side}) scale(${scale * side} ${scale})` }, s('path', { class: className, d }));
const stem = (d) => s('path', { class: 'stem', d });
let count = 0;
const leaf = (shape, x, y, side, scale = 1, turn = 0) => part(`leaf leaf-${count++ % 4}`, LEAVES[shape], x, y, scale, turn, side);
const top = (shape, x, y, scale = 1) => part('leaf leaf-top', LEAVES[shape], x, y, scale, -62);
const limb = (shape, turn, scale = 1, x = 40, y = 72) =>
  part(`limb limb-${shape}`, LIMBS[shape], x, y, scale, turn < 0 ? -turn : turn, turn < 0 ? -1 : 1);
const pair = (shape, y, scale, turn = 0) => [leaf(shape, 40, y, 1, scale, turn), leaf(shape, 40, y, -1, scale, turn)];

const KINDS = {
  leaf: () => [stem('M40 72C39 62 41 50 40 38'), ...pair('oval', 56, 1.4), top('oval', 40, 40, 1.35)],
  herb: () => [
    stem('M40 72C39 58 41 44 40 22'),
    ...pair('oval', 58, 1.15),
    ...pair('oval', 44, 1),
    ...pair('oval', 32, 0.75),
    top('oval', 40, 23, 0.7),
  ],
  fern: () => [
    limb('frond', -34, 0.8),
    limb('frond', 34, 0.8),
    limb('frond', -8, 0.94),
    limb('frond', 8, 0.94),
    limb('frond', -341, 1.02),
    limb('frond', 338, 0.98),
  ],
  rosemary: () => [
    stem('M40 72C39 56 41 40 40 18'),
    stem('M40 66C46 56 49 48 50 36'),
    ...[62, 54, 46, 38, 30, 23].flatMap((y) => pair('needle', y, 0.85, -14)),
    ...[50, 42, 36].map((y, i) => leaf('needle', 48 + i, y, 1, 0.7, -20)),
    top('needle', 40, 20, 0.8),
  ],
  grass: () => [
    limb('blade', -22, 0.92),
    limb('blade', 30, 0.9),
    limb('blade', -1, 1.06),
    limb('blade', 6, 1.12),
    limb('blade', -44, 0.74),
  ],
  succulent: () => [limb('sword', -66, 0.78), limb('sword', 66, 0.78), limb('sword', -36, 1), limb('sword', 36, 1), limb('sword', 0, 1.2)],
  cactus: () => [
    part('body', 'M29 72V35A11 11 0 0 1 51 35V72Z'),
    part('body', 'M51 59H56A10 10 0 0 0 66 49V43A4 4 0 0 0 58 43V48A3 3 0 0 1 55 51H51Z'),
    part('body', 'M29 52H25A3 3 0 0 1 22 49V44A4 4 0 0 0 14 44V50A10 10 0 0 0 24 60H29Z'),
    part('rib', 'M35 70V34M40 70V30M45 70V34M62 47V52M18 48V53'),
    part('bloom', BLOOM, 40, 22, 0.7),
  ],
  palm: () => [
    part('trunk', 'M40 72C42 60 42 50 39 38M37 66L43 65M38 59L43 58M38 52L43 51M38 45L42 44'),
    limb('plume', -28, 1.05, 39, 37),
    limb('plume', 28, 1.05, 39, 37),
    limb('plume', -2, 1, 39, 37),
    limb('plume', 2, 1, 39, 37),
    limb('plume', 300, 0.85, 39, 37),
    limb('plume', -305, 0.85, 39, 37),
  ],
  orchid: () => [
    limb('strap', -4, 1),
    limb('strap', 2, 1),
    stem('M40 70C37 48 38 26 60 20'),
    part('bloom', BLOOM, 41, 34, 0.78, -10),
    part('bloom', BLOOM, 49, 25, 0.84, 8),
    part('bloom', BLOOM, 61, 22, 0.72, 20),
  ],
  flower: () => [
    stem('M40 72C39 60 41 46 40 28'),
    leaf('lance', 40, 58, 1),
    leaf('lance', 40, 52, -1),
    part('bloom', DAISY, 40, 25),
    part('heart', 'M0 -5A5 5 0 1 1 -0.1 -5Z', 40, 25),
  ],
  chili: () => [
    stem('M40 72C39 58 41 44 40 22'),
    leaf('lance', 40, 44, 1, 0.95),
    leaf('lance', 40, 38, -1, 0.95),
    leaf('lance', 40, 28, 1, 0.8),
    top('lance', 40, 24, 0.7),
    part('fruit', PODS.chili, 51, 48),
    part('fruit', PODS.chili, 29, 44, 1, 0, -1),
    part('fruit', PODS.chili, 42, 53, 0.8),
  ],
  tomato: () => [
    stem('M40 72C39 58 41 42 40 16'),
    ...pair('lobed', 52, 1),
    leaf('lobed', 40, 36, 1, 1),
    leaf('lobed', 40, 30, -1, 0.95),
    top('lobed', 40, 20, 0.7),
    part('fruit', PODS.ball, 51, 41, 0.9),
    part('fruit', PODS.ball, 30, 37, 0.8),
    part('fruit', PODS.ball, 46, 57, 0.75),
  ],
  tree: () => [
    part('trunk', 'M40 72C41 62 40 54 40 44M40 58C44 54 47 50 48 44M40 54C37 51 34 48 33 43'),
    part('body', 'M40 10C51 8 60 16 59 25C68 31 64 46 53 47C47 53 35 53 29 48C17 49 12 36 20 28C18 17 29 9 40 10Z'),
    part('fruit fruit-sun', PODS.lemon, 32, 24, 0.9),
    part('fruit fruit-sun', PODS.lemon, 49, 29, 0.9),
    part('fruit fruit-sun', PODS.lemon, 38, 36, 0.9),
  ],
};

export const kinds = Object.keys(KINDS);

export function sprig(kind) {
  count = 0;
  const drawing = s(
    'svg',
    { class: 'sprig', viewBox: '0 0 80 80', 'aria-hidden': 'true', 'data-kind': kind },
    s('path', { class: 'earth', d: 'M18 73C26 70 54 70 62 73' }),
    ...(KINDS[kind] ?? KINDS.leaf)(),
  );
  drawing.turnTo = (status) => set(drawing, 'data-posture', posture(status));
  return drawing;
}

function posture(status) {
  if (['dry', 'hot', 'salty'].includes(status)) return 'droops';
  if (['stale', 'unknown'].includes(status)) return 'faint';
  if (['wet', 'cold', 'dark', 'bright', 'hungry'].includes(status)) return 'tired';
  return 'upright';
}
