/** Author or committer, with the time by their own clock. */
export interface Signature {
  readonly name: string;
  readonly email: string;
  /** ISO 8601 with the recorded offset: `2024-05-01T10:00:00.000+02:00`. */
  readonly date: string;
  readonly seconds: number;
}

export interface Commit {
  readonly id: string;
  readonly treeId: string;
  readonly parentIds: readonly string[];
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
}

export interface Tag {
  readonly id: string;
  readonly targetId: string;
  readonly targetType: string;
  readonly tagger: Signature | null;
  readonly message: string;
}

const NOBODY: Signature = { name: '', email: '', date: '1970-01-01T00:00:00.000+00:00', seconds: 0 };
/** Limit of a name or an address, in characters: a push may contain longer ones. */
const LONGEST_NAME_SHOWN = /^[^]{0,1024}/u;
const cut = (text: string): string => LONGEST_NAME_SHOWN.exec(text)?.[0] ?? '';
/** Parts of longer lines are copied: a substring would keep the whole line in memory. */
const LONG_LINE = 4096;
const copied = (text: string): string => Buffer.from(text).toString();
const SIGNATURE = /^([^<]*?) ?<([^>]*)> ?(-?\d+)?(?: ([+-])(\d{2})(\d{2}))?/;

/**
 * Parses a commit as leniently as git does, because old commits contain all sorts of deviations. Bytes that are not
 * UTF-8 become U+FFFD.
 */
export function parseCommit(id: string, content: Buffer): Commit {
  const { headers, message } = split(content);
  return {
    id,
    treeId: headers.find(([name]) => name === 'tree')?.[1] ?? '',
    parentIds: headers.filter(([name]) => name === 'parent').map(([, value]) => value),
    author: signatureOf(headers, 'author') ?? NOBODY,
    committer: signatureOf(headers, 'committer') ?? NOBODY,
    message,
  };
}

/** Parses an annotated tag as git stores it; missing parts are empty. */
export function parseTag(id: string, content: Buffer): Tag {
  const { headers, message } = split(content);
  return {
    id,
    targetId: headers.find(([name]) => name === 'object')?.[1] ?? '',
    targetType: headers.find(([name]) => name === 'type')?.[1] ?? '',
    tagger: signatureOf(headers, 'tagger'),
    message,
  };
}

type Header = readonly [name: string, value: string];

/** Headers that are parsed. The last of them end the parsing, whatever git allows after them. */
const READ = new Set(['tree', 'parent', 'author', 'committer', 'object', 'type', 'tag', 'tagger']);
const LAST = new Set(['committer', 'tagger']);
const LONGEST_NAME = 9;
const [SPACE, LINE_END] = [32, 10];

function split(content: Buffer): { readonly headers: readonly Header[]; readonly message: string } {
  const end = content.indexOf('\n\n');
  const headers = headersOf(end < 0 ? content : content.subarray(0, end));
  return { headers, message: end < 0 ? '' : decoded(content.subarray(end + 2)) };
}

/** Returns the header lines in git's order, up to the first unknown one: a push may add a million more. */
function headersOf(head: Buffer): readonly Header[] {
  const headers: Header[] = [];
  for (let at = 0; at < head.length && !LAST.has(headers.at(-1)?.[0] ?? '');) {
    const found = head.indexOf(LINE_END, at);
    const end = found < 0 ? head.length : found;
    const nameLength = head.subarray(at, Math.min(end, at + LONGEST_NAME + 1)).indexOf(SPACE);
    const name = head.toString('latin1', at, at + Math.max(0, nameLength));
    if (!READ.has(name)) {
      break;
    }
    headers.push([name, decoded(head.subarray(at + nameLength + 1, end))]);
    at = end + 1;
  }
  return headers;
}

/** Neither PostgreSQL nor JSON readers handle NUL, which a message may contain. */
const decoded = (bytes: Buffer): string => bytes.toString('utf8').replaceAll('\0', '\uFFFD');

function signatureOf(headers: readonly Header[], role: string): Signature | null {
  const text = headers.find(([name]) => name === role)?.[1];
  const match = text === undefined ? null : SIGNATURE.exec(text);
  if (!match) {
    return null;
  }
  const [, name = '', email = '', time = '0', sign = '+', hours = '00', minutes = '00'] = match;
  const seconds = Number(time);
  const date = isoDate(seconds, sign, hours, minutes);
  const own = match.input.length > LONG_LINE ? copied : (part: string) => part;
  return { name: own(cut(name)), email: own(cut(email)), seconds, date };
}

/** First and last second with a four-digit year. */
const FIRST_SECOND = -62_135_596_800;
const LAST_SECOND = 253_402_300_799;

/** Uses UTC when the offset exceeds the maximum of RFC 3339, 23:59. */
function isoDate(seconds: number, sign: string, hours: string, minutes: string): string {
  if (Number(hours) > 23 || Number(minutes) > 59) {
    return isoDate(seconds, '+', '00', '00');
  }
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60;
  const local = Math.max(FIRST_SECOND, Math.min(seconds + offset, LAST_SECOND));
  return `${new Date(local * 1000).toISOString().slice(0, -1)}${sign}${hours}:${minutes}`;
}

/**
 * Longest title, in characters: a push may contain a line of megabytes, which would be shown twice (contract: git
 * §3.3).
 */
const LONGEST_TITLE = /^[^\n]{0,1024}/u;

/**
 * Returns the first line of a message. Git takes the first paragraph as the title, clients and pages expect one line.
 */
export const titleOf = (message: string): string => LONGEST_TITLE.exec(message.trimStart())?.[0].trimEnd() ?? '';

const TRAILER = /^([A-Za-z0-9-]+): (.*)$/;
/** Limits of the last paragraph, in characters and lines; a longer one is text, not trailers. */
const MAX_TRAILERS_TEXT = 64 * 1024;
const MAX_TRAILERS = 1000;

/** Returns the `Key: value` lines of the last paragraph when it contains nothing else; the last value of a key wins. */
export function trailersOf(message: string): Record<string, string> {
  const paragraphs = message
    .trimEnd()
    .slice(-MAX_TRAILERS_TEXT)
    .split(/\n\s*\n/);
  const lines = paragraphs.length < 2 ? [] : (paragraphs.at(-1) ?? '').split('\n');
  if (lines.length > MAX_TRAILERS) {
    return {};
  }
  const matches = lines.map((line) => TRAILER.exec(line));
  if (matches.some((match) => match === null)) {
    return {};
  }
  return Object.fromEntries(matches.map((match) => [match?.[1] ?? '', (match?.[2] ?? '').trim()]));
}
