/** Fingers and mouse on a drawing: a mouse drags a range to look at, one finger moves along, two fingers zoom. */
import { property, show } from './element.js';

export function gesture(stage, selection, { choose, pinch, pan, hover, area }) {
  const pointers = new Map();
  let start = 0;
  let distance = 0;
  const events = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up, pointerleave: () => hover(null) };

  const share = (event) => {
    const box = stage.getBoundingClientRect();
    const { left = 0, right = box.width } = area() ?? {};
    return Math.min(Math.max((event.clientX - box.left - left) / (right - left), 0), 1);
  };

  function down(event) {
    pointers.set(event.pointerId, share(event));
    stage.setPointerCapture(event.pointerId);
    start = share(event);
    if (pointers.size === 2) distance = spread();
  }

  const spread = () => {
    const [a, b] = [...pointers.values()];
    return Math.max(Math.abs(a - b), 0.02);
  };

  function move(event) {
    const here = share(event);
    hover(here);
    if (!pointers.has(event.pointerId)) return;
    const before = pointers.get(event.pointerId);
    pointers.set(event.pointerId, here);
    if (pointers.size === 2) {
      const now = spread();
      const [a, b] = [...pointers.values()];
      if (Math.abs(now / distance - 1) > 0.03) {
        pinch(distance / now, (a + b) / 2);
        distance = now;
      }
      return;
    }
    if (event.pointerType === 'mouse') paintSelection(here);
    else if (Math.abs(here - before) > 0.001) pan(here - before);
  }

  function paintSelection(here) {
    const { left = 0, right = stage.clientWidth } = area() ?? {};
    show(selection, Math.abs(here - start) > 0.01);
    property(selection, '--left', `${left + Math.min(here, start) * (right - left)}px`);
    property(selection, '--width', `${Math.abs(here - start) * (right - left)}px`);
  }

  function up(event) {
    if (!pointers.delete(event.pointerId)) return;
    const here = share(event);
    show(selection, false);
    if (event.type === 'pointerup' && event.pointerType === 'mouse' && Math.abs(here - start) > 0.02)
      choose(Math.min(start, here), Math.max(start, here));
  }

  for (const [name, listener] of Object.entries(events)) stage.addEventListener(name, listener);
  return () => {
    for (const [name, listener] of Object.entries(events)) stage.removeEventListener(name, listener);
  };
}
