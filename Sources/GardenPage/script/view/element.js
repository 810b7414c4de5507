/** Makes and patches elements. Text is always text; what has not changed is not touched. */
const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else set(element, name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
export const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** Sets an attribute where it differs; `null`, `undefined` and `false` take it away, `true` is the empty one. */
export function set(element, name, value) {
  if (value === null || value === undefined || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
    return;
  }
  const text = value === true ? '' : String(value);
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

export function say(element, text) {
  const value = text ?? '';
  if (element.textContent !== value) element.textContent = value;
}

/** Shown or not at all. */
export function show(element, isShown) {
  // The attribute, because drawings do not have the property.
  set(element, 'hidden', !isShown);
}

/** A custom property, for what depends on a value: style attributes are forbidden by the page's security policy. */
export function property(element, name, value) {
  const text = String(value);
  if (element.style.getPropertyValue(name) !== text) element.style.setProperty(name, text);
}

/**
 * One child per item, in order, kept by key: `make(item)` gives `{element, update(item)}`. An element that stays is not
 * moved unless it must be, so that focus and fingers keep what they hold. `gone(element)` is told before one leaves.
 */
export class Listing {
  #parts = new Map();

  constructor(parent, key, make, gone = () => {}) {
    Object.assign(this, { parent, key, make, gone });
  }

  update(items) {
    const keys = new Set(items.map(this.key));
    for (const [key, part] of this.#parts) {
      if (keys.has(key)) continue;
      this.gone(part.element);
      part.element.remove();
      this.#parts.delete(key);
    }
    let place = this.parent.firstElementChild;
    for (const item of items) {
      const key = this.key(item);
      let part = this.#parts.get(key);
      if (!part) {
        part = this.make(item);
        this.#parts.set(key, part);
      }
      part.update?.(item);
      if (part.element === place) place = place.nextElementSibling;
      else this.parent.insertBefore(part.element, place);
    }
  }

  get size() {
    return this.#parts.size;
  }
}
