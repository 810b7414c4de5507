/** Draws a history with Chart.js: mean and range, limits as bands, gaps as gaps, a drop where it was watered. */
import { timeTicks } from './ticks.js';

const LINE = { data: [], spanGaps: false, tension: 0, pointRadius: 0 };
const RANGE = { ...LINE, borderWidth: 0, borderColor: 'transparent' };
const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export class Plot {
  /** `[from, to]` of each time without a value. */
  gaps = [];
  #chart;
  #data = null;

  constructor(Chart, canvas) {
    const below = { id: 'below', beforeDatasetsDraw: (chart) => this.#below(chart) };
    const above = { id: 'above', afterDatasetsDraw: (chart) => this.#above(chart) };
    this.#chart = new Chart(canvas, {
      type: 'line',
      data: {
        datasets: [
          { ...RANGE, fill: 1 },
          { ...RANGE, fill: false },
          { ...LINE, borderWidth: 2, fill: false },
        ],
      },
      options: {
        animation: false,
        responsive: true,
        maintainAspectRatio: false,
        events: [],
        parsing: false,
        normalized: true,
        elements: { point: { radius: 0, hoverRadius: 0, hitRadius: 0 } },
        layout: { padding: { top: 14, right: 6 } },
        scales: { x: { type: 'linear', afterBuildTicks: (axis) => this.#ticks(axis) }, y: { type: 'linear' } },
      },
      plugins: [below, above],
    });
  }

  /** What is looked at, and where it is drawn. */
  get window() {
    return this.#data && { from: this.#data.from, to: this.#data.to };
  }

  get area() {
    return this.#chart.chartArea;
  }

  draw(data) {
    this.#data = data;
    const { points, step_s: step, convert } = data;
    this.gaps = [];
    const mean = [];
    const low = [];
    const high = [];
    let before = null;
    for (const [time, value, least, most] of points) {
      if (before !== null && time - before > 1.5 * step) {
        this.gaps.push([before, time]);
        for (const line of [mean, low, high]) line.push({ x: before + 1, y: NaN });
      }
      mean.push({ x: time, y: convert(value) });
      low.push({ x: time, y: convert(least) });
      high.push({ x: time, y: convert(most) });
      before = time;
    }
    const [top, bottom, middle] = this.#chart.data.datasets;
    const ink = color('--water-ink');
    Object.assign(top, { data: high, backgroundColor: `${color('--water')}40` });
    Object.assign(bottom, { data: low });
    // A value between two gaps has no line: it is a dot.
    const pointRadius = mean.map((_, i) => (isAlone(mean, i) ? 2.5 : 0));
    Object.assign(middle, { data: mean, borderColor: ink, pointBackgroundColor: ink, pointBorderColor: ink, pointRadius });
    this.#scale(high, low);
    this.#chart.update('none');
  }

  #scale(high, low) {
    const { from, to, low: lowLimit, high: highLimit, quantity, label } = this.#data;
    const text = { color: color('--ink-soft'), font: { family: getComputedStyle(document.body).fontFamily, size: 12 } };
    const grid = { color: color('--line'), drawTicks: false, borderColor: color('--line-strong') };
    const values = [...high, ...low].map((point) => point.y).filter(Number.isFinite);
    for (const limit of [lowLimit, highLimit]) if (limit !== undefined) values.push(limit);
    const least = values.length ? Math.min(...values) : 0;
    const most = values.length ? Math.max(...values) : 1;
    const room = Math.max((most - least) * 0.12, quantity === 'temperature' ? 1 : (Math.abs(most) || 1) * 0.04);
    const isShare = ['moisture', 'humidity', 'battery'].includes(quantity);
    const scales = this.#chart.options.scales;
    Object.assign(scales.x, {
      min: from,
      max: to,
      grid,
      ticks: { ...text, maxRotation: 0, autoSkip: false, callback: (value) => this.#labels?.get(value) ?? '' },
    });
    Object.assign(scales.y, {
      min: isShare ? Math.max(0, least - room) : least - room,
      max: isShare ? Math.min(100, most + room) : most + room,
      grid,
      ticks: { ...text, maxTicksLimit: 6, callback: (value, i, ticks) => (i === 0 || i === ticks.length - 1 ? '' : label(value)) },
    });
  }

  #labels = null;

  #ticks(axis) {
    const ticks = timeTicks(axis.min, axis.max, Math.max(3, Math.floor(axis.width / 72)));
    this.#labels = new Map(ticks);
    axis.ticks = ticks.map(([value]) => ({ value }));
  }

  #below(chart) {
    const { ctx, chartArea, scales } = chart;
    const { low, high } = this.#data ?? {};
    if (!this.#data) return;
    const y = (value) => Math.min(Math.max(scales.y.getPixelForValue(value), chartArea.top), chartArea.bottom);
    const x = (value) => Math.min(Math.max(scales.x.getPixelForValue(value), chartArea.left), chartArea.right);
    ctx.save();
    if (low !== undefined) band(ctx, chartArea.left, y(low), chartArea.right, chartArea.bottom, color('--clay'), 'hatched', y(low));
    if (high !== undefined) band(ctx, chartArea.left, chartArea.top, chartArea.right, y(high), color('--water'), 'dotted', y(high));
    ctx.fillStyle = `${color('--line-strong')}2e`;
    for (const [from, to] of this.gaps) {
      ctx.fillRect(x(from), chartArea.top, x(to) - x(from), chartArea.bottom - chartArea.top);
      ctx.strokeStyle = color('--line-strong');
      ctx.setLineDash([2, 3]);
      ctx.strokeRect(x(from), chartArea.top - 1, x(to) - x(from), chartArea.bottom - chartArea.top + 2);
    }
    this.#ahead(chart);
    ctx.restore();
  }

  /** From the newest value to where the limit is reached: most likely, and between which times. */
  #ahead({ ctx, chartArea: { left, top, width, height }, scales: { x, y } }) {
    const { ahead, points, low, convert } = this.#data;
    const last = points.at(-1);
    if (!ahead || !last || low === undefined) return;
    const way = (...times) => {
      ctx.beginPath();
      ctx.moveTo(x.getPixelForValue(last[0]), y.getPixelForValue(convert(last[1])));
      for (const time of times) ctx.lineTo(x.getPixelForValue(time), y.getPixelForValue(low));
    };
    ctx.beginPath();
    ctx.rect(left, top, width, height);
    ctx.clip();
    way(ahead.earliest, ahead.latest);
    ctx.fillStyle = `${color('--clay')}40`;
    ctx.fill();
    way(ahead.likely);
    ctx.strokeStyle = color('--clay');
    ctx.stroke();
  }

  #above(chart) {
    if (!this.#data) return;
    const { ctx, chartArea, scales } = chart;
    ctx.save();
    for (const { at, until, kind } of this.#data.waterings) {
      const x = scales.x.getPixelForValue(at);
      const end = scales.x.getPixelForValue(until ?? at);
      if (end < chartArea.left || x > chartArea.right) continue;
      ctx.fillStyle = `${color('--leaf')}55`;
      ctx.fillRect(x, chartArea.top, Math.max(end - x, 1.5), chartArea.bottom - chartArea.top);
      drop(ctx, x, chartArea.top - 12, kind === 'seen');
    }
    ctx.restore();
  }

  /** The point next to a place on the axis, 0…1. */
  nearest(share) {
    if (!this.#data) return null;
    const time = this.#data.from + share * (this.#data.to - this.#data.from);
    let best = null;
    for (const point of this.#data.points) {
      if (best === null || Math.abs(point[0] - time) < Math.abs(best[0] - time)) best = point;
    }
    return best && Math.abs(best[0] - time) <= 2 * this.#data.step_s ? best : null;
  }

  close() {
    this.#chart.destroy();
  }
}

const isAlone = (line, i) => !Number.isFinite(line[i - 1]?.y) && !Number.isFinite(line[i + 1]?.y);

/** Bands differ by their pattern as well as by their colour. */
function band(ctx, left, top, right, bottom, ink, pattern, edge) {
  if (bottom <= top) return;
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, right - left, bottom - top);
  ctx.clip();
  ctx.fillStyle = `${ink}1c`;
  ctx.fillRect(left, top, right - left, bottom - top);
  ctx.strokeStyle = `${ink}59`;
  ctx.fillStyle = `${ink}80`;
  ctx.lineWidth = 1;
  if (pattern === 'hatched') {
    ctx.beginPath();
    for (let x = left - (bottom - top); x < right; x += 9) {
      ctx.moveTo(x, bottom);
      ctx.lineTo(x + (bottom - top), top);
    }
    ctx.stroke();
  } else {
    for (let x = left + 4; x < right; x += 9) for (let y = top + 4; y < bottom; y += 9) ctx.fillRect(x, y, 1.5, 1.5);
  }
  ctx.restore();
  ctx.strokeStyle = ink;
  ctx.lineWidth = 1.5;
  ctx.setLineDash(pattern === 'hatched' ? [6, 3] : [2, 3]);
  ctx.beginPath();
  ctx.moveTo(left, edge);
  ctx.lineTo(right, edge);
  ctx.stroke();
  ctx.setLineDash([]);
}

function drop(ctx, x, y, isHollow) {
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.bezierCurveTo(x + 1, y + 3, x + 4.5, y + 5, x + 4.5, y + 8);
  ctx.arc(x, y + 8, 4.5, 0, Math.PI);
  ctx.bezierCurveTo(x - 4.5, y + 5, x - 1, y + 3, x, y);
  ctx.fillStyle = isHollow ? color('--card') : color('--leaf');
  ctx.strokeStyle = color('--leaf');
  ctx.lineWidth = 1.5;
  ctx.fill();
  ctx.stroke();
}
