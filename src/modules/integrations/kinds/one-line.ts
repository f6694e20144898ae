import { shortened } from './shorten.js';

const MOST = 255;
const MOST_READ = 2000;

/** Text from outside where it must stay in its line: a subject, a line of a protocol, the text of a notice. */
export const oneLine = (text: string, most = MOST): string =>
  shortened(
    text
      .slice(0, MOST_READ)
      .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
      .trim(),
    most,
  );
