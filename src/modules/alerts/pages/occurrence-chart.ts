import { html, NOTHING } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';

const BARS = 24;
const [WIDTH, HEIGHT] = [480, 60];

/** Counts the moments in each of `parts` equal parts of the time from the first to the last. */
export function countsOver(times: readonly number[], parts: number): number[] {
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const counts = Array<number>(parts).fill(0);
  for (const time of times) {
    const part = last === first ? 0 : Math.min(Math.floor(((time - first) / (last - first)) * parts), parts - 1);
    counts[part] = (counts[part] ?? 0) + 1;
  }
  return counts;
}

/** Draws a bar for each part of the time; nothing for fewer than two moments. */
export function occurrenceChart(receivedAt: readonly string[]): Safe {
  if (receivedAt.length < 2) {
    return NOTHING;
  }
  const counts = countsOver(
    receivedAt.map((time) => Date.parse(time)),
    BARS,
  );
  const most = Math.max(...counts);
  const width = WIDTH / BARS;
  return html`<svg
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    width="${WIDTH}"
    height="${HEIGHT}"
    role="img"
    aria-label="${receivedAt.length} occurrences over time"
  >
    ${counts.map((count, at) => {
      const height = (count / most) * HEIGHT;
      return html`<rect
        x="${at * width}"
        y="${HEIGHT - height}"
        width="${width - 2}"
        height="${height}"
        fill="currentColor"
      />`;
    })}
  </svg>`;
}
