import type { Page } from '../../../common/pagination/page.js';
import { StreamedJson } from '../../../platform/http/streamed-json.js';

/** As many characters of a page as are worth a validator; a page of the largest payloads is 100 MiB. */
const HELD_CHARACTERS = 4 * 1024 * 1024;

interface PayloadParts<T> {
  /** What the payload is called in the record. */
  readonly member: string;
  /** The record without it. */
  readonly present: (item: T) => object;
  /** The payload as it is stored. */
  readonly textOf: (item: T) => string;
}

/** A page of records that hold JSON of others. It is never parsed: a page of large ones would block every other request. */
export function payloadPage<T>(
  { items, position }: Page<T>,
  { member, present, textOf }: PayloadParts<T>,
): StreamedJson {
  function* pieces(): Generator<string> {
    for (const [index, item] of items.entries()) {
      const rest = JSON.stringify(present(item)).slice(0, -1);
      yield `${index === 0 ? '[' : ','}${rest},"${member}":${textOf(item)}}`;
    }
    yield items.length === 0 ? '[]' : ']';
  }
  return new StreamedJson(pieces, position, {}, HELD_CHARACTERS);
}
