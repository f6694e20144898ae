import { Pacer } from '../../../common/concurrency/pacer.js';
import type { IntegrationKind } from '../kinds/kind.js';
import type { Json } from '../kinds/step.js';
import type { EventPayload } from '../records/event-payload.js';
import { isObject } from './json.js';

const FILTERED = '[FILTERED]';
const LEAST_SECRET = 6;
const QUERY_KEYS = ['access_token', 'apiToken', 'dd-api-key', 'secret_key', 'token', 'key', 'password'];
const HEADERS = ['authorization', 'x-trackertoken', 'webhook-signature', 'cookie', 'set-cookie'];
const QUERY = new RegExp(`([?&;](?:${QUERY_KEYS.join('|')})=)[^&#\\s"]*`, 'gi');
const USER_INFO = /\/\/[^/@\s"]*@/g;
const MEMBERS = ['token', 'flow_token', 'user', 'api_key'];
const JSON_MEMBERS = new RegExp(`("(?:${MEMBERS.join('|')})"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"`, 'g');
const BASIC = /\b(Basic\s+)([a-z0-9+/]{4,}={0,2})/gi;
const TOKEN_PATHS = ['/deliver/', '/status/'];
const FORM_MEMBERS = new RegExp(`((?:^|&)(?:${MEMBERS.join('|')})=)[^&]*`, 'g');

/** A secret text, and its replacement. */
type Literal = readonly [string, string];

/** Removes secrets from everything that is logged of a delivery (contract: integrations §3.3). */
export class Redaction {
  private readonly literals: readonly Literal[];
  private readonly hidesPath: boolean;

  constructor(
    private readonly kind: IntegrationKind,
    private readonly secrets: readonly string[],
  ) {
    this.literals = secrets
      .flatMap((secret) => [...inPaths(kind, secret), ...formsOf(kind, secret)])
      .sort(([a], [b]) => b.length - a.length);
    this.hidesPath = kind.params.some(({ name, secret }) => name === 'webhook' && secret);
  }

  /** Returns a redaction that also removes this secret. */
  with(secret: string): Redaction {
    return new Redaction(this.kind, [...this.secrets, secret]);
  }

  url(url: URL): string {
    return this.hidesPath ? `${url.protocol}//${url.host}/${FILTERED}` : this.text(url.href);
  }

  headers(headers: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        HEADERS.includes(name.toLowerCase()) ? FILTERED : this.text(value),
      ]),
    );
  }

  /** Redacts a JSON or form body. */
  body(body: string): string {
    const text = body.startsWith('{') || body.startsWith('[') ? body : body.replace(FORM_MEMBERS, `$1${FILTERED}`);
    return this.text(text.replace(JSON_MEMBERS, `$1"${FILTERED}"`));
  }

  /** Redacts the payload of an event. It may be large, so the work yields to the event loop. */
  payload(payload: EventPayload): Promise<EventPayload> {
    return this.object(payload, new Pacer());
  }

  text(text: string): string {
    const plain = text
      .replace(USER_INFO, `//${FILTERED}@`)
      .replace(QUERY, `$1${FILTERED}`)
      .replace(BASIC, (whole, scheme: string, login: string) => (isLogin(login) ? `${scheme}${FILTERED}` : whole));
    return this.literals.reduce((rest, [secret, shown]) => rest.replaceAll(secret, shown), plain);
  }

  private async object(members: EventPayload, pacer: Pacer): Promise<EventPayload> {
    const shown: [string, Json][] = [];
    for (const [name, value] of Object.entries(members)) {
      const isSecret = typeof value === 'string' && MEMBERS.includes(name);
      shown.push([this.text(name), isSecret ? FILTERED : await this.json(value, pacer)]);
    }
    return Object.fromEntries(shown);
  }

  private async json(value: Json, pacer: Pacer): Promise<Json> {
    if (pacer.isDue) {
      await pacer.pause();
    }
    if (typeof value === 'string') {
      return this.text(value);
    }
    if (Array.isArray(value)) {
      const shown: Json[] = [];
      for (const item of value as readonly Json[]) {
        shown.push(await this.json(item, pacer));
      }
      return shown;
    }
    return isObject(value) ? this.object(value, pacer) : value;
  }
}

/** Matches base64 whose bytes contain a colon, at any of the three positions in a group of four digits, without decoding it. */
const COLON = /^(?:.{4})*?(?:O[g-v]|.[DTjz][o-r]|..[AEIMQUYcgkosw048]6)/;

/** Whether the text after `Basic` is a name and a password, rather than an ordinary word. */
const isLogin = (base64: string): boolean => COLON.test(base64);

/** The secret as it may occur in bodies and URLs: encoded, each of a pair of tokens alone, and the parts of a URL that receivers repeat. */
function formsOf(kind: IntegrationKind, secret: string): Literal[] {
  return [secret, ...pairOf(kind, secret), ...addressParts(secret)]
    .filter((part) => part.length >= LEAST_SECRET)
    .flatMap((part) => [part, encodeURIComponent(part), inForm(part), JSON.stringify(part).slice(1, -1)])
    .map((form) => [form, FILTERED] as const);
}

/** Tokens that are path segments are removed from paths however short they are (contract: integrations §3.3, §6.5). */
const inPaths = (kind: IntegrationKind, secret: string): Literal[] =>
  pairOf(kind, secret)
    .filter((token) => token !== '')
    .flatMap((token) => TOKEN_PATHS.map((path) => [path + encodeURIComponent(token), path + FILTERED] as const));

const pairOf = ({ slug }: IntegrationKind, secret: string): string[] =>
  slug === 'ci-pipeline-a' ? secret.split(':') : [];

const inForm = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);

function addressParts(secret: string): string[] {
  if (!/^https?:/i.test(secret) || !URL.canParse(secret)) {
    return [];
  }
  const { pathname, search } = new URL(secret);
  return [`${pathname}${search}`, pathname, search.slice(1)];
}
