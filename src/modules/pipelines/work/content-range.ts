/** The byte range of a request: `<from>-<to>`, both included (contract: triggers §9). */
export interface ContentRange {
  readonly from: number;
  readonly to: number;
}

const RANGE = /^(?:bytes\s+)?(\d{1,15})-(\d{1,15})(?:\/(?:\d+|\*))?$/i;

/** Null when the header is missing or cannot be read. */
export function readContentRange(header: string | undefined): ContentRange | null {
  const [, from, to] = RANGE.exec(header?.trim() ?? '') ?? [];
  return from === undefined || to === undefined ? null : { from: Number(from), to: Number(to) };
}
