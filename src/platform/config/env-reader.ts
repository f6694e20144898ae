import { isNetwork } from '../../common/addresses/address-list.js';
import { readBooleanWord } from '../../common/params/boolean-word.js';
import { DAY_SECONDS, HOUR_SECONDS } from '../../common/time/units.js';

/** One invalid variable; its message is the line that the operator reads (contract: core §1.1). */
export class InvalidSetting extends Error {}

interface Range {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

const KEY_LENGTH = 32;
const KEY_VARIETY = 8;
const DURATION = /^(\d+(?:\.\d+)?)(s|m|h|d)?$/;
const ADDRESS = /^(?:[^\s@<>]+@[^\s@<>]+|[^<>\p{Cc}]*<[^\s@<>]+@[^\s@<>]+>)$/u;
const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: HOUR_SECONDS, d: DAY_SECONDS };
/** Ten years: times that far ahead can still be stored, and counted in seconds. */
const LONGEST_DURATION = 3650 * DAY_SECONDS;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Reads typed values from the environment; an empty value counts as absent. */
export class EnvReader {
  constructor(private readonly source: Readonly<Record<string, string | undefined>>) {}

  optionalText(name: string, length: Range = {}): string | undefined {
    const value = this.source[name];
    if (value === undefined || value === '') {
      return undefined;
    }
    const characters = Array.from(value).length;
    if (characters < (length.min ?? 0) || characters > (length.max ?? Infinity)) {
      const range = length.max === undefined ? `${length.min ?? 0} or more` : `${length.min ?? 0} to ${length.max}`;
      throw new InvalidSetting(`${name} must have ${range} characters.`);
    }
    return value;
  }

  text(name: string, fallback: string): string {
    return this.optionalText(name) ?? fallback;
  }

  oneOf<Word extends string>(name: string, fallback: NoInfer<Word>, words: readonly Word[]): Word {
    const value = this.text(name, fallback);
    const word = words.find((known) => known === value);
    if (word === undefined) {
      throw new InvalidSetting(`${name} must be one of ${words.join(', ')}.`);
    }
    return word;
  }

  /** Comma-separated parts, without surrounding blanks. */
  list(name: string): readonly string[] {
    return this.text(name, '')
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  }

  /** Comma-separated addresses and networks such as `10.0.0.0/8`. */
  networks(name: string): readonly string[] {
    const parts = this.list(name);
    const wrong = parts.find((part) => !isNetwork(part));
    if (wrong !== undefined) {
      throw new InvalidSetting(`${name}: "${wrong}" is no address or network.`);
    }
    return parts;
  }

  /** A master key. A key is weak when it is shorter than 24 random bytes would be, or has few different characters. */
  key(name: string, { mayBeWeak }: { readonly mayBeWeak: boolean }): string | undefined {
    const value = this.optionalText(name);
    const isWeak = value !== undefined && (value.length < KEY_LENGTH || new Set(value).size < KEY_VARIETY);
    if (isWeak && !mayBeWeak) {
      throw new InvalidSetting(
        `${name} is too weak for production: it must have ${KEY_LENGTH} or more random characters; ` +
          '`openssl rand -base64 48` makes one.',
      );
    }
    return value;
  }

  integer(name: string, fallback: number, range: Range = {}): number {
    const value = this.optionalText(name);
    const number = value === undefined ? fallback : Number(value);
    const inRange = number >= (range.min ?? 0) && number <= (range.max ?? Number.MAX_SAFE_INTEGER);
    if (!Number.isInteger(number) || !inRange || (value !== undefined && !/^\d+$/.test(value))) {
      throw new InvalidSetting(`${name} must be a whole number${bounds(range)}.`);
    }
    return number;
  }

  /** Comma-separated whole numbers. */
  integers(name: string, fallback: readonly number[]): readonly number[] {
    const parts = this.list(name);
    if (!parts.every((part) => /^\d{1,9}$/.test(part))) {
      throw new InvalidSetting(`${name} must be whole numbers between commas.`);
    }
    return parts.length === 0 ? fallback : parts.map(Number);
  }

  /** Whole seconds, or a number with `s`, `m`, `h`, `d`; returns seconds. */
  duration(name: string, fallback: number, range: Range = {}): number {
    const value = this.optionalText(name);
    if (value === undefined) {
      return fallback;
    }
    const [, amount, unit] = DURATION.exec(value) ?? [];
    const seconds = rounded(Number(amount) * (UNIT_SECONDS[unit ?? 's'] ?? 1));
    if (amount === undefined || !Number.isInteger(seconds) || seconds < (range.min ?? 0)) {
      throw new InvalidSetting(
        `${name} must be a duration such as 90, 90s, 5m, 24h or 7d${bounds({ ...range, max: undefined })}.`,
      );
    }
    const longest = range.max ?? LONGEST_DURATION;
    if (seconds > longest) {
      throw new InvalidSetting(`${name} must be a duration of at most ${longest / DAY_SECONDS}d.`);
    }
    return seconds;
  }

  boolean(name: string, fallback: boolean): boolean {
    const text = this.optionalText(name);
    if (text === undefined) {
      return fallback;
    }
    const value = readBooleanWord(text);
    if (value === undefined) {
      throw new InvalidSetting(`${name} must be true or false.`);
    }
    return value;
  }

  /** A name or an address that a server can listen on. */
  host(name: string, fallback: string): string {
    const value = this.text(name, fallback);
    if (/[/?#@\s]/.test(value) || parsed(`http://${inUrl(value)}/`) === undefined) {
      throw new InvalidSetting(`${name} must be a host name or an address such as 127.0.0.1.`);
    }
    return value;
  }

  /** Scheme, host and port; no path and no trailing slash. */
  origin(name: string, fallback: string): string {
    const value = this.text(name, fallback);
    const url = parsed(value);
    const bare =
      url?.pathname === '/' &&
      !value.endsWith('/') &&
      url.search === '' &&
      url.hash === '' &&
      url.username === '' &&
      url.password === '';
    if (!url || !bare || !['http:', 'https:'].includes(url.protocol)) {
      throw new InvalidSetting(
        `${name} must be an http or https origin such as https://slipway.example, without a path.`,
      );
    }
    return url.origin;
  }

  optionalUrl(name: string, schemes: readonly string[], needsHost = false): string | undefined {
    const value = this.optionalText(name);
    const url = value === undefined ? undefined : parsed(value);
    if (value !== undefined && !(url && schemes.includes(url.protocol) && (url.hostname !== '' || !needsHost))) {
      throw new InvalidSetting(`${name} must be a URL that starts with ${schemes.map((s) => `${s}//`).join(' or ')}.`);
    }
    return value;
  }

  /** A URL for clients that decode user, password and path, and throw when that fails. */
  decodableUrl(name: string, schemes: readonly string[]): string | undefined {
    const value = this.optionalUrl(name, schemes);
    const url = value === undefined ? undefined : parsed(value);
    if (url && !isDecodable(url)) {
      throw new InvalidSetting(`${name} must write a % that is no escape as %25.`);
    }
    return value;
  }

  /** The path is the number of a database. */
  redisUrl(name: string): string | undefined {
    const value = this.decodableUrl(name, ['redis:', 'rediss:']);
    const url = value === undefined ? undefined : parsed(value);
    if (url && !(/^\/?\d*$/.test(url.pathname) && /^\d*$/.test(url.searchParams.get('db') ?? ''))) {
      throw new InvalidSetting(
        `${name} must end with the number of a database, as redis://host:6379/0 does, or with none.`,
      );
    }
    return value;
  }

  /** An https address; http is accepted for this machine only. */
  issuer(name: string): URL | undefined {
    const value = this.optionalText(name);
    const url = value === undefined ? undefined : parsed(value);
    const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.has(url.hostname));
    if (value !== undefined && !(url && isSafe && url.search === '' && url.hash === '')) {
      throw new InvalidSetting(`${name} must be an https URL such as https://id.example.com.`);
    }
    return url ?? undefined;
  }

  /** Required when `other` is set; otherwise empty. */
  neededBy(name: string, other: string): string {
    const value = this.optionalText(name);
    if (value === undefined && this.optionalText(other) !== undefined) {
      throw new InvalidSetting(`${name} is needed with ${other}.`);
    }
    return value ?? '';
  }

  /** An e-mail address, alone or as `Name <address>`. */
  address(name: string, fallback: string): string {
    const value = this.text(name, fallback);
    if (!ADDRESS.test(value)) {
      throw new InvalidSetting(`${name} must be an e-mail address such as noreply@slipway.example.`);
    }
    return value;
  }

  /** `<name>=<dir>,...`; returns directories by name (contract: storage-moves §1). */
  storages(name: string, fallbackDirectory: string): ReadonlyMap<string, string> {
    const value = this.text(name, `default=${fallbackDirectory}`);
    const entries = value.split(',').map((entry) => entry.trim().split('='));
    const valid = entries.every(
      ([key, dir, ...rest]) => /^[A-Za-z0-9_.-]{1,64}$/.test(key ?? '') && dir && rest.length === 0,
    );
    const storages = new Map(entries.map(([key, dir]) => [key ?? '', dir ?? '']));
    if (!valid || storages.size !== entries.length) {
      throw new InvalidSetting(`${name} must list storages as name=directory, separated by commas.`);
    }
    return storages;
  }
}

/** Returns a host in its URL form. */
export const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/** Rounds to a microsecond: 1.1 hours are 3960 seconds, but not in binary fractions. */
const rounded = (seconds: number): number => Number(seconds.toFixed(6));

function parsed(value: string): URL | undefined {
  return URL.canParse(value) ? new URL(value) : undefined;
}

function isDecodable({ username, password, pathname }: URL): boolean {
  try {
    [username, password, pathname].forEach(decodeURIComponent);
    return true;
  } catch {
    return false;
  }
}

function bounds({ min, max }: Range): string {
  if (min !== undefined && max !== undefined) {
    return ` from ${min} to ${max}`;
  }
  return min === undefined ? '' : ` of at least ${min}`;
}
