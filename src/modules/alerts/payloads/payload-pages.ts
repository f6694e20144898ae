import type { Page } from '../../../common/pagination/page.js';
import { StreamedJson } from '../../../platform/http/streamed-json.js';

/**
 * Maximum number of characters of a page that are held to compute a validator; a page of the largest payloads has 100
 * MiB.
 */
const HELD_CHARACTERS = 4 * 1024 * 1024;

interface PayloadParts<T> {
  /** Name of the payload in the record. */
  readonly member: string;
  /** Presents the record without the payload. */
  readonly present: (item: T) => object;
  /** The stored payload text. */
  readonly textOf: (item: T) => string;
}

/**
 * A page of records that contain stored JSON. The JSON is never parsed, because a page of large payloads would block
 * all other requests.
 */
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
