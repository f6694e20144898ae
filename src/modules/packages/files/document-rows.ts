/** The most rows that are requested at once; fewer come where their metadata is large. */
const ROWS_AT_ONCE = 128;

/** The rows of these ids in batches, in their order, as `read` answers the first ones of those that it is given. */
export async function* rowsOf<R extends { readonly place: number }>(
  ids: readonly number[],
  read: (ids: readonly number[]) => Promise<readonly R[]>,
): AsyncGenerator<readonly R[], undefined> {
  for (let at = 0; at < ids.length;) {
    const rows = await read(ids.slice(at, at + ROWS_AT_ONCE));
    yield rows;
    at += rows.at(-1)?.place ?? ROWS_AT_ONCE; // those that are gone meanwhile answer nothing
  }
}

/** The texts before the entries of a document, between two of them, and after the last one. */
export interface DocumentFrame {
  readonly before: string;
  readonly separator: string;
  readonly after: string;
}

/** The text of a document, produced batch by batch; `entriesOf` gives the entries of a row, which may be none. */
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
