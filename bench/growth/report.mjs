// The table of the growth benchmark: a line per list, caller and variant, milliseconds per size.
import { median } from '../support/median.mjs';

const MOST_GROWTH = 3;
const MOST_MS = 50;
/** Growth below it is not told from noise. */
const LEAST_MS = 10;

/** Collects measurements of several sizes. */
export class Report {
  #cells = new Map();
  #sizes = [];
  #notes = new Set();
  #references = new Map();

  add(size, { path, caller, variant, target, ms, fastest, problem }) {
    if (!this.#sizes.includes(size)) {
      this.#sizes.push(size);
    }
    const key = `${path}|${caller}|${variant}`;
    const cell = this.#cells.get(key) ?? { path, caller, variant, times: new Map(), fastest: new Map() };
    cell.times.set(size, ms);
    cell.fastest.set(size, fastest);
    Object.assign(cell, { target, problem });
    this.#cells.set(key, cell);
  }

  /** Of a request that grows with nothing. */
  addReference(size, ms) {
    this.#references.set(size, [...(this.#references.get(size) ?? []), ms]);
  }

  note(line) {
    this.#notes.add(line);
  }

  /** What grows too much or is too slow, the slowest first. */
  marked() {
    return [...this.#cells.values()]
      .filter((cell) => this.#mark(cell) !== '')
      .sort((a, b) => this.#last(b) - this.#last(a));
  }

  text() {
    const marked = this.marked();
    return [
      'Milliseconds, medians of warm requests, one at a time. Marks go by the fastest of them, which other work on the',
      `machine lengthens least: x${MOST_GROWTH} grows more than so many times and is above ${LEAST_MS} ms, >${MOST_MS} is above`,
      `${MOST_MS} ms at the largest size, ! answers no list.`,
      ...[...this.#references].map(([size, times]) => `GET /version meanwhile, at ${size}: ${spread(times)}`),
      '',
      `MARKED: ${marked.length} of ${this.#cells.size}, the slowest first`,
      ...this.#table(marked),
      '',
      'NOT COVERED, OR NOT WHOLLY',
      ...[...this.#notes].sort(),
      '',
      'ALL',
      ...this.#table([...this.#cells.values()]),
      '',
    ].join('\n');
  }

  #last({ fastest }) {
    return fastest.get(this.#sizes.at(-1)) ?? 0;
  }

  #growth(cell) {
    const first = cell.fastest.get(this.#sizes[0]);
    return this.#sizes.length > 1 && first ? this.#last(cell) / first : undefined;
  }

  #mark(cell) {
    return [
      ...(this.#growth(cell) > MOST_GROWTH && this.#last(cell) > LEAST_MS ? [`x${MOST_GROWTH}`] : []),
      ...(this.#last(cell) > MOST_MS ? [`>${MOST_MS}`] : []),
      ...(cell.problem === undefined ? [] : [`! ${cell.problem}`]),
    ].join(' ');
  }

  #table(cells) {
    const sizes = this.#sizes.map((size) => String(size).padStart(9)).join('');
    return [
      `${sizes}   growth  mark           caller     list and variant`,
      ...cells.map((cell) => {
        const times = this.#sizes.map((size) => (cell.times.get(size)?.toFixed(1) ?? '-').padStart(9)).join('');
        const growth = (this.#growth(cell)?.toFixed(1) ?? '-').padStart(8);
        return `${times} ${growth}  ${this.#mark(cell).padEnd(14)} ${cell.caller.padEnd(10)} ${cell.path}  ${cell.variant}`;
      }),
    ];
  }
}

const spread = (times) => `median ${median(times).toFixed(1)}, longest ${Math.max(...times).toFixed(1)}`;
