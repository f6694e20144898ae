/** One answer, with its body read: JSON where it is JSON, text otherwise. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into bodies freely
  readonly body: any;
  readonly text: string;
}

export interface Extra {
  readonly headers?: Readonly<Record<string, string>>;
}

/** A client of the API as one caller; paths are relative to `/api/v4` unless they begin with a slash. */
export class ApiClient {
  constructor(
    private readonly url: string,
    readonly token?: string,
  ) {}

  get = (path: string, extra?: Extra) => this.send('GET', path, undefined, extra);
  head = (path: string, extra?: Extra) => this.send('HEAD', path, undefined, extra);
  post = (path: string, body?: object, extra?: Extra) => this.send('POST', path, body, extra);
  put = (path: string, body?: object, extra?: Extra) => this.send('PUT', path, body, extra);
  patch = (path: string, body?: object, extra?: Extra) => this.send('PATCH', path, body, extra);
  delete = (path: string, body?: object, extra?: Extra) => this.send('DELETE', path, body, extra);

  /** `body` as JSON, or as it is when it is text, a form or bytes. */
  async send(method: string, path: string, body?: object | string, extra: Extra = {}): Promise<Answer> {
    const raw =
      typeof body === 'string' ||
      body instanceof URLSearchParams ||
      body instanceof FormData ||
      body instanceof Uint8Array;
    const response = await fetch(this.urlOf(path), {
      method,
      redirect: 'manual',
      headers: {
        ...(this.token === undefined ? {} : { 'PRIVATE-TOKEN': this.token }),
        ...(body === undefined || raw ? {} : { 'Content-Type': 'application/json' }),
        ...extra.headers,
      },
      ...(body === undefined ? {} : { body: raw ? (body as FormData) : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  }

  private urlOf(path: string): string {
    return path.startsWith('http') ? path : path.startsWith('/') ? this.url + path : `${this.url}/api/v4/${path}`;
  }
}

/** The JSON of an answer, or its text where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
