import { encode } from 'uqr';
import { html } from './html.js';
import type { Safe } from './html.js';

/** White margin that QR readers require. */
const QUIET_ZONE = 4;

/** A text as a QR code, dark on white in every theme. */
export function qrPicture(text: string, label: string): Safe {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  return html`<svg
    class="qr"
    role="img"
    aria-label="${label}"
    viewBox="0 0 ${size} ${size}"
    shape-rendering="crispEdges"
  >
    <rect width="${size}" height="${size}" fill="#fff" />
    <path d="${data.flatMap(darkRuns).join('')}" fill="#000" />
  </svg>`;
}

/** Each run of dark modules in a row becomes one box. */
function darkRuns(row: readonly boolean[], y: number): string[] {
  const text = row.map((isDark) => (isDark ? '1' : '0')).join('');
  return [...text.matchAll(/1+/g)].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`);
}
