// In place of the package `js-sdsl`, of which MQTT.js needs one class for the aliases of topics: a set kept in order. Sets
// are small here, so that a sorted array does.
class Place {
  constructor(set, index) {
    Object.assign(this, { set, index });
  }
  get pointer() {
    return this.set.items[this.index];
  }
  equals(other) {
    return this.index === other.index;
  }
  pre() {
    this.index -= 1;
    return this;
  }
  next() {
    this.index += 1;
    return this;
  }
}

class OrderedSet {
  constructor(items = [], compare = (a, b) => a - b) {
    this.items = [];
    this.compare = compare;
    for (const item of items) this.insert(item);
  }
  #first(test) {
    const found = this.items.findIndex(test);
    return new Place(this, found < 0 ? this.items.length : found);
  }
  size() {
    return this.items.length;
  }
  clear() {
    this.items = [];
  }
  begin() {
    return new Place(this, 0);
  }
  end() {
    return new Place(this, this.items.length);
  }
  front() {
    return this.items[0];
  }
  lowerBound(key) {
    return this.#first((item) => this.compare(item, key) >= 0);
  }
  upperBound(key) {
    return this.#first((item) => this.compare(item, key) > 0);
  }
  insert(item) {
    this.items.splice(this.lowerBound(item).index, 0, item);
  }
  find(key) {
    const place = this.lowerBound(key);
    return place.index < this.items.length && this.compare(place.pointer, key) === 0 ? place : this.end();
  }
  eraseElementByKey(key) {
    const place = this.find(key);
    if (place.index < this.items.length) this.items.splice(place.index, 1);
  }
  eraseElementByPos(index) {
    this.items.splice(index, 1);
  }
  eraseElementByIterator(place) {
    this.items.splice(place.index, 1);
    return place;
  }
  updateKeyByIterator(place, key) {
    this.items[place.index] = key;
    return true;
  }
}

module.exports = { OrderedSet };
