import { Pacer } from '../../../common/concurrency/pacer.js';

const PIECE_CHARACTERS = 64 * 1024;

/**
 * The JSON text of an answer in pieces: whole, that of many rows with long texts would be longer than a string may be. A
 * reader who takes them at once does not keep the process from other work.
 */
export async function* jsonPieces(answer: unknown): AsyncGenerator<string, undefined> {
  const pacer = new Pacer();
  let piece = '';
  for (const text of textsOf(answer)) {
    piece += text;
    if (piece.length >= PIECE_CHARACTERS) {
      yield piece;
      piece = '';
      if (pacer.isDue) {
        await pacer.pause();
      }
    }
  }
  yield piece;
}

/** No deeper than answers are, which the depth of documents limits. */
function* textsOf(value: unknown): Generator<string, undefined> {
  if (Array.isArray(value)) {
    yield* enclosed('[', ']', value, textsOf);
  } else if (isPlain(value)) {
    const present = Object.entries(value).filter(([, member]) => member !== undefined);
    yield* enclosed('{', '}', present, memberTexts);
  } else {
    yield JSON.stringify(value ?? null);
  }
}

function* memberTexts([key, value]: [string, unknown]): Generator<string, undefined> {
  yield `${JSON.stringify(key)}:`;
  yield* textsOf(value);
}

function* enclosed<T>(
  open: string,
  close: string,
  items: readonly T[],
  of: (item: T) => Generator<string, undefined>,
): Generator<string, undefined> {
  yield open;
  let isFirst = true;
  for (const item of items) {
    if (!isFirst) {
      yield ',';
    }
    isFirst = false;
    yield* of(item);
  }
  yield close;
}

/** Others say themselves what their JSON is. */
const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !('toJSON' in value && typeof value.toJSON === 'function');
