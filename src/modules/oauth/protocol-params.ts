import type { IncomingMessage } from 'node:http';
import { toText } from '../../common/params/coerce.js';
import { readPairs } from '../../common/params/form-encoding.js';
import { stateOf } from '../../platform/http/request-state.js';

/** A parameter as sent, under its own name or as a member of a list or hash of that name. */
interface Sent {
  readonly key: string;
  readonly value: unknown;
}

/** Parameters of a protocol that forbids repeated and nested ones; these remain detectable. */
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

  /** Throws 400 for too many parameters and for invalid characters (contract: conventions §3.4, §3.6). */
  static fromForm(text: string): ProtocolParams {
    return new ProtocolParams(readPairs(text));
  }

  static fromJson(body: object): ProtocolParams {
    return new ProtocolParams(Object.entries(body).filter(([, value]) => value !== null));
  }

  /** Reads the query of the request's address. */
  static fromQuery(request: IncomingMessage): ProtocolParams {
    const { target } = stateOf(request);
    const question = target.indexOf('?');
    return question < 0 ? ProtocolParams.NONE : ProtocolParams.fromForm(target.slice(question + 1));
  }

  /**
   * Returns the value; undefined if it is absent, blank, repeated or nested. Repeated and nested ones are refused
   * elsewhere.
   */
  get(name: string): string | undefined {
    return this.isAmbiguous(name) ? undefined : this.all(name)[0];
  }

  /** Returns every value of a parameter that may be repeated. */
  all(name: string): readonly string[] {
    return this.sentAs(name)
      .filter(({ key, value }) => key === name && value !== '')
      .map(({ value }) => textOf(value));
  }

  /** Whether the parameter was sent more than once, or as a list or hash. */
  isAmbiguous(name: string): boolean {
    const given = this.sentAs(name);
    return given.length > 1 || given.some(({ key, value }) => key !== name || typeof value === 'object');
  }

  /** Names for which {@link isAmbiguous} is true. */
  ambiguous(): string[] {
    return [...this.sent.keys()].filter((name) => this.isAmbiguous(name));
  }

  /** Returns the parameters that were sent exactly once and are not blank. */
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

/** Returns a value as text; a list or hash becomes its JSON, which is no valid value of any parameter. */
function textOf(value: unknown): string {
  const text = toText(value);
  return text.ok ? text.value : JSON.stringify(value);
}

const baseOf = (key: string): string => (key.endsWith(']') ? (/^[^[]+/.exec(key)?.[0] ?? key) : key);
