import type { IncomingMessage } from 'node:http';
import { decodeText } from '../../common/params/form-encoding.js';
import { stateOf } from '../../platform/http/request-state.js';

/** Parameters of a protocol that forbids repeated and nested ones: what was sent stays known. */
export class ProtocolParams {
  private constructor(private readonly pairs: readonly (readonly [string, unknown])[]) {}

  static readonly NONE = new ProtocolParams([]);

  /** Throws 400 for invalid characters (contract: conventions §3.4). */
  static fromForm(text: string): ProtocolParams {
    const pairs = text.split('&').filter((pair) => pair !== '');
    return new ProtocolParams(pairs.map(readPair));
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

  /** Of a page: the form or JSON that was sent, else the address. */
  static ofPage(request: IncomingMessage): ProtocolParams {
    const { body, bodyBytes } = stateOf(request);
    if (request.method === 'GET' || request.method === 'HEAD' || bodyBytes.length === 0) {
      return ProtocolParams.fromQuery(request);
    }
    return /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')
      ? ProtocolParams.fromForm(bodyBytes.toString('utf8'))
      : ProtocolParams.fromJson(body);
  }

  /** The value; undefined when it is absent or blank. Of a repeated or nested one, which is refused elsewhere, nothing. */
  get(name: string): string | undefined {
    return this.isAmbiguous(name) ? undefined : this.values(name)[0];
  }

  /** Every value, for what may be given more than once. */
  all(name: string): readonly string[] {
    return this.values(name);
  }

  /** Given more than once, or as a list or hash. */
  isAmbiguous(name: string): boolean {
    const given = this.pairs.filter(([key]) => baseOf(key) === name);
    return given.length > 1 || given.some(([key, value]) => key !== name || typeof value === 'object');
  }

  /** Names of which {@link isAmbiguous} is true. */
  ambiguous(): string[] {
    return [...new Set(this.pairs.map(([key]) => baseOf(key)))].filter((name) => this.isAmbiguous(name));
  }

  has(name: string): boolean {
    return this.values(name).length > 0 || this.isAmbiguous(name);
  }

  private values(name: string): string[] {
    return this.pairs.filter(([key, value]) => key === name && value !== '').map(([, value]) => String(value));
  }
}

const baseOf = (key: string): string => (key.endsWith(']') ? (/^[^[]+/.exec(key)?.[0] ?? key) : key);

function readPair(pair: string): readonly [string, string] {
  const at = pair.indexOf('=');
  const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
  return [decodeText(name.replaceAll('+', ' ')), decodeText(value.replaceAll('+', ' '))];
}
