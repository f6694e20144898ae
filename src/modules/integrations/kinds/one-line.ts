import { shortened } from './shorten.js';

const MOST = 255;
const MOST_READ = 2000;

/** Reduces untrusted text to one line: for a subject, a line of a protocol, the text of a notification. */
export const oneLine = (text: string, most = MOST): string =>
  shortened(
    text
      .slice(0, MOST_READ)
      .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
      .trim(),
    most,
  );
