/** A reference to a tracker item, as written in a text. */
export interface Reference {
  readonly reference: string;
  /** Replaces `:id` in the tracker's URL. */
  readonly id: string;
}

const NUMBERS = /(?<![\p{L}\p{N}_&/])#(\d{1,18})(?![\p{L}\p{N}_])/gu;
const KEYS = /(?<![\p{L}\p{N}_-])([A-Z][A-Z0-9_]{0,63}-\d{1,18})(?![\p{L}\p{N}_])/gu;
const ANY_KEYS = /(?<![\p{L}\p{N}_-])([A-Za-z][A-Za-z0-9_]{0,63}-\d{1,18})(?![\p{L}\p{N}_])/gu;
const WORDS = /(?<![\p{L}\p{N}_])(?:bug|task|work item|workitem|rtcwi|defect)[ \t]{1,4}(\d{1,18})(?![\p{L}\p{N}_])/giu;

/** Patterns of references to each tracker (contract: integrations §6.2). */
const PATTERNS: Readonly<Record<string, readonly RegExp[]>> = {
  'issue-tracker-b': [WORDS],
  'issue-tracker-e': [NUMBERS, ANY_KEYS],
};
const USUAL = [NUMBERS, KEYS];
const MOST = 100;

/** References to the tracker, without duplicates, in the order of the text. */
export function referencesIn(text: string, slug: string): Reference[] {
  const found = (PATTERNS[slug] ?? USUAL).flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({ reference: match[0], id: match[1] ?? '', at: match.index })),
  );
  const byReference = new Map(found.sort((a, b) => a.at - b.at).map(({ reference, id }) => [reference, id]));
  return [...byReference].slice(0, MOST).map(([reference, id]) => ({ reference, id }));
}
