/**
 * What a finger comes down on is what it was meant for. A button that has just come, or has just been moved by what came
 * beside it, takes no tap yet; and a list keeps its order for as long as a finger or a mouse is in it.
 */
import { set } from './element.js';

const REST = 500;
/** A mouse that has lain still for so long is nobody's. */
const IDLE = 8000;
const NEAR = 6;

const places = new WeakMap();
let pointer = null;
/** The button on which a finger came down, and when. */
let pressed = null;
let timer = 0;

/** Looks where the buttons are, after each change of the page. `again` is called when those that rest now may be tapped. */
export function watchButtons(again) {
  const now = performance.now();
  let isWaiting = false;
  const buttons = [...document.querySelectorAll('button.button')];
  const boxes = buttons.map((button) => button.getBoundingClientRect());
  buttons.forEach((button, i) => {
    const { left, top, width } = boxes[i];
    const here = { x: left, y: top, pageY: top + scrollY, width, since: now };
    const last = places.get(button);
    // What scrolls keeps its place on the page, what is fixed the one on the screen.
    const isSame =
      last &&
      width > 0 &&
      last.width > 0 &&
      Math.abs(last.x - left) < NEAR &&
      (Math.abs(last.y - top) < NEAR || Math.abs(last.pageY - here.pageY) < NEAR);
    if (isSame) here.since = last.since;
    places.set(button, here);
    const isSteady = now - here.since >= REST;
    set(button, 'data-steady', isSteady);
    isWaiting ||= !isSteady && width > 0;
  });
  clearTimeout(timer);
  if (isWaiting) timer = setTimeout(again, REST + 20);
}

/** Everything on the page counts as just come: something that lay over it is gone. */
export function unsettle() {
  for (const button of document.querySelectorAll('button.button')) {
    places.delete(button);
    set(button, 'data-steady', null);
  }
}

/** A click of a finger or a mouse; one of a key or a reader has no `detail`. */
function guard(event) {
  const button = event.target.closest?.('button.button');
  const press = pressed;
  pressed = null;
  if (!button || event.detail === 0) return;
  const isMeant = !press || (press.button === button && (places.get(button)?.since ?? Infinity) <= press.at);
  if (isMeant && button.hasAttribute('data-steady')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Whether a finger or a mouse is in it, or was a moment ago. */
export function isTouched(element) {
  if (!pointer) return false;
  const age = performance.now() - pointer.at;
  if (age > (pointer.isDown ? Infinity : pointer.isMouse ? IDLE : REST)) return false;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return pointer.x >= left && pointer.x <= right && pointer.y >= top && pointer.y <= bottom;
}

/** The items in the order in which they stand, those that are gone among them, and the new ones last. */
export function frozen(shown, present, key) {
  const fresh = new Map(present.map((item) => [key(item), item]));
  const stay = shown.map((item) => {
    const name = key(item);
    const now = fresh.get(name) ?? item;
    fresh.delete(name);
    return now;
  });
  return [...stay, ...fresh.values()];
}

export function watchPointer(left) {
  const note = (isDown) => (event) => {
    pointer = {
      x: event.clientX,
      y: event.clientY,
      at: performance.now(),
      isMouse: event.pointerType === 'mouse',
      isDown: isDown ?? event.buttons > 0,
    };
    if (!pointer.isDown && !pointer.isMouse) setTimeout(left, REST + 20);
  };
  const options = { capture: true, passive: true };
  addEventListener('pointerdown', note(true), options);
  addEventListener(
    'pointerdown',
    (event) => {
      pressed = { button: event.target.closest?.('button.button'), at: performance.now() };
    },
    options,
  );
  addEventListener('pointermove', note(), options);
  addEventListener('pointerup', note(false), options);
  addEventListener('pointercancel', note(false), options);
  document.documentElement.addEventListener('pointerleave', (event) => {
    if (event.pointerType !== 'mouse') return;
    pointer = null;
    left();
  });
  document.addEventListener('click', guard, true);
}
