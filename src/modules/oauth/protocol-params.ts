import type { IncomingMessage } from 'node:http';
import { toText } from '../../common/params/coerce.js';
import { readPairs } from '../../common/params/form-encoding.js';
import { stateOf } from '../../platform/http/request-state.js';

/** A parameter as it was sent: under its own name, or as a member of a list or hash of that name. */
interface Sent {
  readonly key: string;
  readonly value: unknown;
}

/** Parameters of a protocol that forbids repeated and nested ones: what was sent stays known. */
export class ProtocolParams {
  /** By the name without brackets. */
  private readonly sent = new Map<string, Sent[]>();

  private constructor(pairs: readonly (readonly [string, unknown])[]) {
    for (const [key, value] of pairs) {
      const name = baseOf(key);
      const known = this.sent.get(name);
      if (known) {
        known.push({ key, value });
      } else {
        this.sent.set(name, [{ key, value }]);
      }
    }
  }

  static readonly NONE = new ProtocolParams([]);

  /** Throws 400 for too many and for invalid characters (contract: conventions §3.4, §3.6). */
  static fromForm(text: string): ProtocolParams {
    return new ProtocolParams(readPairs(text));
  }

  static fromJson(body: object): ProtocolParams {
    return new ProtocolParams(Object.entries(body).filter(([, value]) => value !== null));
  }

  /** The query of the request's address. */
  static fromQuery(request: IncomingMessage): ProtocolParams {
    const { target } = stateOf(request);
    const question = target.indexOf('?');
    return question < 0 ? ProtocolParams.NONE : ProtocolParams.fromForm(target.slice(question + 1));
  }

  /** The value; undefined when it is absent or blank. Of a repeated or nested one, which is refused elsewhere, nothing. */
  get(name: string): string | undefined {
    return this.isAmbiguous(name) ? undefined : this.all(name)[0];
  }

  /** Every value, for what may be given more than once. */
  all(name: string): readonly string[] {
    return this.sentAs(name)
      .filter(({ key, value }) => key === name && value !== '')
      .map(({ value }) => textOf(value));
  }

  /** Given more than once, or as a list or hash. */
  isAmbiguous(name: string): boolean {
    const given = this.sentAs(name);
    return given.length > 1 || given.some(({ key, value }) => key !== name || typeof value === 'object');
  }

  /** Names of which {@link isAmbiguous} is true. */
  ambiguous(): string[] {
    return [...this.sent.keys()].filter((name) => this.isAmbiguous(name));
  }

  /** Those that were sent once and are not blank, by name. */
  toObject(): Record<string, string> {
    return Object.fromEntries(
      [...this.sent.keys()].flatMap((name) => {
        const value = this.get(name);
        return value === undefined ? [] : [[name, value]];
      }),
    );
  }

  has(name: string): boolean {
    return this.all(name).length > 0 || this.isAmbiguous(name);
  }

  private sentAs(name: string): readonly Sent[] {
    return this.sent.get(name) ?? [];
  }
}

/** A list or a hash is no text that anything is called. */
function textOf(value: unknown): string {
  const text = toText(value);
  return text.ok ? text.value : JSON.stringify(value);
}

const baseOf = (key: string): string => (key.endsWith(']') ? (/^[^[]+/.exec(key)?.[0] ?? key) : key);
