/** Maximum number of rows requested at once; fewer are returned if their metadata is large. */
const ROWS_AT_ONCE = 128;

/**
 * Yields the rows with these ids in batches, in the given order. `read` returns the first rows of the ids it is given.
 */
export async function* rowsOf<R extends { readonly place: number }>(
  ids: readonly number[],
  read: (ids: readonly number[]) => Promise<readonly R[]>,
): AsyncGenerator<readonly R[], undefined> {
  for (let at = 0; at < ids.length;) {
    const rows = await read(ids.slice(at, at + ROWS_AT_ONCE));
    yield rows;
    at += rows.at(-1)?.place ?? ROWS_AT_ONCE; // rows that have been deleted are missing from the result
  }
}

/** The texts before the entries of a document, between two of them, and after the last one. */
export interface DocumentFrame {
  readonly before: string;
  readonly separator: string;
  readonly after: string;
}

/** Yields the text of a document batch by batch; `entriesOf` returns the entries of a row, possibly none. */
export async function* framed<R>(
  { before, separator, after }: DocumentFrame,
  batches: AsyncIterable<readonly R[]>,
  entriesOf: (row: R) => string | readonly string[],
): AsyncGenerator<string, undefined> {
  let next = before;
  for await (const batch of batches) {
    const entries = batch.flatMap(entriesOf);
    if (entries.length > 0) {
      yield next + entries.join(separator);
      next = separator;
    }
  }
  yield next === before ? before + after : after;
}
