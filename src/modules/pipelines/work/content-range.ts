/** Where the bytes of a request belong: `<from>-<to>`, both counted (contract: triggers §9). */
export interface ContentRange {
  readonly from: number;
  readonly to: number;
}

const RANGE = /^(?:bytes\s+)?(\d{1,15})-(\d{1,15})(?:\/(?:\d+|\*))?$/i;

/** Null when there is none, or it cannot be read. */
export function readContentRange(header: string | undefined): ContentRange | null {
  const [, from, to] = RANGE.exec(header?.trim() ?? '') ?? [];
  return from === undefined || to === undefined ? null : { from: Number(from), to: Number(to) };
}
