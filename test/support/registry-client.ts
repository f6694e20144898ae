import { request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { parsed } from './api-client.js';

/** One answer of `/v2` or `/jwt`, to the byte. */
export interface OciAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into bodies freely
  readonly body: any;
}

/** The codes of the errors in a refusal. */
export const codesOf = ({ body }: OciAnswer): string[] => body.errors.map(({ code }: { code: string }) => code);

export interface OciRequest {
  readonly headers?: Readonly<Record<string, string>>;
  /** A stream is sent chunked. */
  readonly body?: Buffer | string | Readable;
  /** A bearer token instead of the client's own; null for none. */
  readonly token?: string | null;
}

export interface Login {
  readonly username: string;
  readonly secret: string;
}

/** A registry client as others are: asks for a token where one is wanted, and keeps it. */
export class RegistryClient {
  private readonly tokens = new Map<string, string>();

  constructor(
    readonly url: string,
    private readonly login?: Login,
  ) {}

  get = (path: string, extra?: OciRequest) => this.send('GET', path, extra);
  head = (path: string, extra?: OciRequest) => this.send('HEAD', path, extra);
  post = (path: string, extra?: OciRequest) => this.send('POST', path, extra);
  put = (path: string, extra?: OciRequest) => this.send('PUT', path, extra);
  patch = (path: string, extra?: OciRequest) => this.send('PATCH', path, extra);
  delete = (path: string, extra?: OciRequest) => this.send('DELETE', path, extra);

  /** The answer of the token endpoint. */
  auth(scopes: readonly string[] = [], extra: OciRequest = {}): Promise<OciAnswer> {
    const query = new URLSearchParams({ service: 'container_registry' });
    scopes.forEach((scope) => {
      query.append('scope', scope);
    });
    const basic = this.login && Buffer.from(`${this.login.username}:${this.login.secret}`).toString('base64');
    const headers = { ...(basic === undefined ? {} : { authorization: `Basic ${basic}` }), ...extra.headers };
    return exchange(this.url, 'GET', `/jwt/auth?${query.toString()}`, { headers });
  }

  /** A token for these scopes. Throws when there is none. */
  async token(...scopes: string[]): Promise<string> {
    const { status, body } = await this.auth(scopes);
    if (status !== 200) {
      throw new Error(`No token: ${status} ${JSON.stringify(body)}`);
    }
    return body.token;
  }

  /** `path` follows `/v2/`, or is absolute. Asks for every right on the repository of the path first. */
  async send(method: string, path: string, extra: OciRequest = {}): Promise<OciAnswer> {
    const target = path.startsWith('http') ? path.slice(new URL(path).origin.length) : path;
    const url = target.startsWith('/') ? target : `/v2/${target}`;
    const token = extra.token === undefined ? await this.tokenFor(url) : extra.token;
    const headers = { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...extra.headers };
    return exchange(this.url, method, url, { ...extra, headers });
  }

  private async tokenFor(url: string): Promise<string> {
    const name = /^\/v2\/(.+)\/(?:manifests|blobs|tags|referrers)\//.exec(url)?.[1];
    const from = /[?&]from=([^&]+)/.exec(url)?.[1];
    const repositories = [name, from].filter((repository) => repository !== undefined);
    const scopes = repositories.map((repository) => `repository:${decodeURIComponent(repository)}:pull,push,delete`);
    const key = scopes.join(' ');
    const known = this.tokens.get(key);
    if (known !== undefined) {
      return known;
    }
    const token = await this.token(...scopes);
    this.tokens.set(key, token);
    return token;
  }
}

/** Sends exactly this, and reads the whole answer. Rejects when the connection breaks. */
export function exchange(url: string, method: string, path: string, extra: OciRequest): Promise<OciAnswer> {
  const { hostname, port } = new URL(url);
  const { body, headers } = extra;
  const length = Buffer.isBuffer(body) || typeof body === 'string' ? { 'content-length': Buffer.byteLength(body) } : {};
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers: { ...length, ...headers } }, (response) => {
      readAll(response).then(resolve, reject);
    });
    sent.on('error', reject);
    if (body === undefined || Buffer.isBuffer(body) || typeof body === 'string') {
      sent.end(body);
    } else {
      body.pipe(sent);
    }
  });
}

async function readAll(response: IncomingMessage): Promise<OciAnswer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) {
    chunks.push(chunk as Buffer);
  }
  const bytes = Buffer.concat(chunks);
  return { status: response.statusCode ?? 0, headers: response.headers, bytes, body: parsed(bytes.toString()) };
}
