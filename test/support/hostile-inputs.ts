import { declaredParams } from '../../src/common/params/param-registry.js';
import type { ApiRoute } from './every-route.js';

/** An input that only a malicious client sends. */
export interface HostileInput {
  readonly name: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: string | Buffer;
}

/** Of each input, if nothing else is said. */
const SIZE = 100_000;
/** A request target is no longer than 8,192 bytes, its path included. */
const QUERY_SIZE = 7000;

const filled = (text: string, size = SIZE): string => text.repeat(Math.ceil(size / text.length)).slice(0, size);
const numbered = <T>(count: number, write: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => write(n));

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'Content-Type': 'application/json' };
const MULTIPART = { 'Content-Type': 'multipart/form-data; boundary=b' };

const part = (name: string, value = ''): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

/** What has cost more than its length somewhere: separators, escapes, wild cards, digits, blanks, brackets. */
const TEXTS = ['x', ' ', 'a,', 'a/', '-a', '0', 'a@', 'a.', '%25'];

/** Names that objects of the language have. */
const OBJECT = { toString: 1, valueOf: 1, toJSON: 1, then: 1, length: 4_294_967_295, hasOwnProperty: 1 };

export const HOSTILE_HEADERS: readonly HostileInput[] = [
  {
    name: 'lists in headers',
    headers: {
      Accept: filled('a/b;q=0.1,', 16_000),
      'If-None-Match': filled('W/"a",', 16_000),
      'If-Match': filled('"a",', 16_000),
      Range: `bytes=${filled('0-1,', 16_000)}1-2`,
      Prefer: filled('a=b,', 16_000),
      'X-Forwarded-For': filled('1.1.1.1,', 16_000),
    },
  },
  {
    name: 'blanks and quotes in headers',
    headers: {
      Accept: `x${filled(' ', 16_000)}x`,
      'If-None-Match': filled('"', 16_000),
      'If-Unmodified-Since': filled('1 ', 16_000),
      Range: `bytes=${filled('9', 16_000)}-`,
      'Accept-Language': filled('de-', 16_000),
      'X-Request-Id': filled('x', 16_000),
      'Content-Range': filled('0', 16_000),
    },
  },
  {
    name: 'a Bearer token and cookies',
    headers: {
      Authorization: `Bearer ${filled('e30.', 48_000)}`,
      Cookie: filled('_service_session=a; ', 48_000),
      'X-CSRF-Token': filled('x', 4000),
    },
  },
  {
    name: 'a Bearer of blanks and a cookie',
    headers: {
      Authorization: `Bearer ${filled(' x', 48_000)} \t`,
      Cookie: `_service_session=${filled('%41', 48_000)}`,
    },
  },
  { name: 'a Basic credential of NUL', headers: { Authorization: `Basic ${filled('AAAA', 96_000)}` } },
  {
    name: 'a Basic credential and tokens',
    headers: {
      Authorization: `Basic ${Buffer.from(filled('a:', 36_000)).toString('base64')}`,
      'PRIVATE-TOKEN': filled('x', 24_000),
      'JOB-TOKEN': filled('x', 24_000),
    },
  },
];

/** As a signed-in caller. */
export const HOSTILE_SIGNED_HEADERS: readonly HostileInput[] = [
  {
    name: 'a Sudo header and an Idempotency-Key',
    headers: { Sudo: filled('9', 48_000), 'Idempotency-Key': filled('x', 48_000) },
  },
];

export const HOSTILE_QUERIES: readonly HostileInput[] = [
  { name: 'names', query: numbered(900, (n) => `a${n}=1`).join('&') },
  { name: 'brackets', query: `a${filled('[]', QUERY_SIZE)}=1` },
  { name: 'numbered members', query: numbered(500, (n) => `v[${n * 4}][k]=`).join('&') },
  { name: 'escapes', query: `search=${filled('%25', QUERY_SIZE)}&name=${filled('%5F', 600)}` },
  { name: 'sudo', query: `sudo=${filled('9', QUERY_SIZE)}` },
  {
    name: 'a nested cursor',
    query: `pagination=keyset&order_by=id&sort=asc&cursor=${Buffer.from(`{"id":${filled('[', 5000)}`).toString('base64url')}`,
  },
  { name: 'page numbers', query: `page=${filled('9', 3000)}&per_page=${filled('0', 3000)}1` },
];

export const HOSTILE_BODIES: readonly HostileInput[] = [
  { name: 'distinct names of a form', headers: FORM, body: filled(numbered(25_000, (n) => `a${n}`).join('&')) },
  { name: 'brackets in a form', headers: FORM, body: `a${filled('[]')}=1` },
  { name: 'hashes in lists of a form', headers: FORM, body: numbered(2048, (n) => `v[][k${n}]=`).join('&') },
  { name: 'plus signs in a form', headers: FORM, body: `name=${filled('+')}` },
  { name: 'brackets in JSON', headers: JSON_TYPE, body: filled('[') },
  { name: 'members of JSON', headers: JSON_TYPE, body: `{"a":[${filled('1,', 99_998)}1]}` },
  { name: 'names of JSON', headers: JSON_TYPE, body: `{${numbered(2048, (n) => `"${n * 1_000_003}":1`).join(',')}}` },
  { name: 'digits in JSON', headers: JSON_TYPE, body: `{"a":${filled('9')}}` },
  { name: 'escapes in JSON', headers: JSON_TYPE, body: `{"a":"${filled('\\"')}"}` },
  { name: 'parts of a form', headers: MULTIPART, body: `${filled(part('x'))}--b--\r\n` },
  {
    name: 'files',
    headers: MULTIPART,
    body: filled('--b\r\nContent-Disposition: form-data; name="x"; filename="f"\r\n\r\n\r\n'),
  },
  {
    name: 'broken characters in parts',
    headers: MULTIPART,
    body: Buffer.concat([
      ...Array<Buffer>(1900).fill(Buffer.from(`${part('x').slice(0, -2)}\xff\r\n`, 'latin1')),
      Buffer.from('--b--\r\n'),
    ]),
  },
  {
    name: 'parameters of a type',
    headers: { 'Content-Type': `multipart/form-data; ${filled('a=b; ', 90_000)}` },
    body: 'x',
  },
  { name: 'a type', headers: { 'Content-Type': `${filled(' ', 90_000)}x` }, body: '{}' },
];

const MIB = 1_048_576;

/** As large as bodies may be; made when they are sent. */
export const LARGEST_BODIES: readonly (() => HostileInput)[] = [
  () => ({ name: 'separators of a form', headers: FORM, body: filled('&', 10 * MIB) }),
  () => ({ name: 'plus signs in a form', headers: FORM, body: filled('name=+++++++++', 10 * MIB) }),
  () => ({ name: 'escapes in a form', headers: FORM, body: `name=${filled('%41', 9 * MIB)}` }),
  () => ({ name: 'a name of a form', headers: FORM, body: filled('[]', 10 * MIB) }),
  () => ({ name: 'escaped quotes in JSON', headers: JSON_TYPE, body: `{"name":"${filled('\\"', 9 * MIB)}"}` }),
  () => ({ name: 'escapes in JSON', headers: JSON_TYPE, body: `{"name":"${filled('\\u00e4', 6 * MIB)}"}` }),
  () => ({ name: 'digits in JSON', headers: JSON_TYPE, body: `{"name":${filled('9', 9 * MIB)}}` }),
  () => ({ name: 'digits in a text', headers: JSON_TYPE, body: `{"namespace_id":"${filled('0', 9 * MIB)}x"}` }),
  () => ({ name: 'blanks in a text', headers: JSON_TYPE, body: `{"name":"${filled(' ', 9 * MIB)}"}` }),
  () => ({ name: 'signs beyond ASCII', headers: JSON_TYPE, body: `{"name":"${filled('\u{1f680}', 2 * MIB)}"}` }),
  () => ({
    name: 'long names in JSON',
    headers: JSON_TYPE,
    body: `{${numbered(2000, (n) => `"${filled('k', 5000)}${n}":1`).join(',')}}`,
  }),
  () => ({
    name: 'a field of a form',
    headers: MULTIPART,
    body: `${part('name', filled('\r\n--', 9 * MIB))}--b--\r\n`,
  }),
  () => ({
    name: 'broken characters in parts',
    headers: MULTIPART,
    body: `${part('name', filled('\uFFFD', 3 * MIB))}--b--\r\n`,
  }),
  () => ({ name: 'parts of a form', headers: MULTIPART, body: `${filled(part('x'), 9 * MIB)}--b--\r\n` }),
  () => ({
    name: 'files',
    headers: MULTIPART,
    body: filled('--b\r\nContent-Disposition: form-data; name="x"; filename="f"\r\n\r\n\r\n', 9 * MIB),
  }),
];

/** Of a commit, which may be 50 MiB (contract: git §3.3). */
export const LARGEST_COMMITS: readonly (() => HostileInput)[] = [
  ['ASCII', 'x'],
  ['escapes', '\\n'],
  ['signs beyond ASCII', 'ä'],
].map(([name = '', text = '']) => () => {
  const content = filled(text, ((48 * MIB) / Buffer.byteLength(text)) * text.length);
  const action = `{"action":"create","file_path":"a","content":"${content}"}`;
  return {
    name: `50 MiB of ${name}`,
    headers: JSON_TYPE,
    body: `{"branch":"main","commit_message":"x","actions":[${action}]}`,
  };
});

/** Of a manifest, which may be 4 MiB (contract: registry §6.2). */
export const LARGEST_MANIFESTS: readonly (() => HostileInput)[] = [
  ['brackets', () => filled('[', 4 * MIB)],
  ['nested annotations', () => `{"schemaVersion":2,"annotations":${filled('{"a":', 4 * MIB - 100)}`],
  ['annotations', () => aManifest(`"annotations":{${numbered(150_000, (n) => `"a${n}":"x"`).join(',')}}`)],
  ['layers', () => aManifest(`"layers":[${numbered(35_000, () => aDescriptor).join(',')}]`)],
  ['subjects', () => aManifest(`"subject":{"urls":[${filled('"",', 3 * MIB)}""]}`)],
].map(([name, write]) => () => ({
  name: String(name),
  headers: { 'Content-Type': 'application/vnd.oci.image.manifest.v1+json' },
  body: typeof write === 'function' ? write() : '',
}));

const aDescriptor = `{"digest":"sha256:${'0'.repeat(64)}","size":1,"mediaType":"a/b"}`;
const aManifest = (member: string): string => `{"schemaVersion":2,"config":${aDescriptor},${member}}`;

/** What the parameters of this route make expensive. */
export function hostileParams({ input, verb }: ApiRoute): HostileInput[] {
  const names = input ? declaredParams(input).map(({ name }) => name) : [];
  if (names.length === 0) {
    return [];
  }
  const all = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]));
  const [length, count] = [Math.floor(SIZE / names.length), Math.floor(2000 / names.length)];
  if (verb === 'GET') {
    const short = Math.floor(QUERY_SIZE / names.length) - 30;
    const texts = TEXTS.filter((text) => text.length === 1 || text.startsWith('%'));
    return texts.map((text) => ({
      name: `parameters of ${JSON.stringify(text)}`,
      query: names
        .map((name) => `${name}=${encodeURIComponent(filled(text, Math.max(1, Math.floor(short / 6))))}`)
        .join('&'),
    }));
  }
  const values: readonly (readonly [string, unknown])[] = [
    ...TEXTS.map((text) => [`texts of ${JSON.stringify(text)}`, filled(text, length)] as const),
    ['lists of integers', numbered(count, (n) => String(n + 1))],
    ['lists of texts', numbered(count, (n) => `x${n}`)],
    ['lists of hashes', numbered(Math.floor(count / 8), (n) => ({ key: `k${n}`, value: 'x', ...OBJECT }))],
    ['hashes', Object.fromEntries(numbered(count, (n) => `k${n}`).map((key) => [key, 'x']))],
    ['names that objects have', OBJECT],
  ];
  return values.map(([name, value]) => ({ name, headers: JSON_TYPE, body: JSON.stringify(all(value)) }));
}

/** Segments of an address, encoded: names of files and packages. */
export const HOSTILE_SEGMENTS: readonly string[] = [
  '..',
  '%2E%2E%2F%2E%2E%2Fetc%2Fpasswd',
  'a%2Fb',
  'a%5Cb',
  '%00',
  '%0A',
  '%FF',
  '%',
  '__proto__',
  'constructor',
  ...['a', '-a', '1.', '0', '@a%2F', '%2F', '%20', '_.'].map((text) =>
    filled(text, 1500).slice(0, 1500 - (1500 % text.length)),
  ),
];

const publication = (name: string, make: () => string): (() => HostileInput) => {
  return () => ({ name, headers: JSON_TYPE, body: make() });
};
const MOST = 10 * 1024 * 1024 - 1000;

/** Documents that npm's protocol reads, up to its limits. */
export const LARGEST_PUBLICATIONS: readonly (() => HostileInput)[] = [
  publication('one text', () => `{"name":"a","x":"${filled('y', MOST)}"}`),
  publication('escapes', () => `{"name":"a","x":"${filled('\\u0061', MOST - (MOST % 6))}"}`),
  publication('a key', () => `{"${filled('y', MOST)}":1}`),
  publication('values', () => `{"name":"a","x":[${filled('1,', 390_000)}1]}`),
  publication('too many values', () => `{"name":"a","x":[${filled('1,', MOST)}1]}`),
  publication('brackets', () => filled('[', MOST)),
  publication(
    'versions',
    () =>
      `{"name":"a","versions":{${numbered(60_000, (n) => `"1.0.${n}":{"deprecated":"${filled('z', 100)}"}`).join()}}}`,
  ),
  publication('blanks', () => `{"name":"a","x":${filled(' ', MOST)}1}`),
  publication('escapes in data', () => `{"_attachments":{"a":{"data":"${filled('\\/', MOST)}"}}}`),
];
