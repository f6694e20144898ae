const REFERENCE = /\$(?:\{(?<braced>[A-Za-z0-9_]+)\}|(?<plain>[A-Za-z0-9_]+))/g;

/**
 * The pieces of a text with `$NAME` and `${NAME}` replaced by values, once; unknown names are left as written
 * (contract: triggers §11). They are made one by one, because together they may be very large.
 */
export function* withValues(text: string, valueOf: (name: string) => string | undefined): Generator<string> {
  let at = 0;
  for (const { 0: written, 1: braced, 2: plain, index } of text.matchAll(REFERENCE)) {
    yield text.slice(at, index);
    yield valueOf(braced ?? plain ?? '') ?? written;
    at = index + written.length;
  }
  yield text.slice(at);
}
