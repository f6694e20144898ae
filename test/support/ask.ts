export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; undefined when there is none. */
  readonly body: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- assertions look at it as they please
}

export interface Question {
  readonly token?: string;
  readonly headers?: Record<string, string>;
  readonly json?: unknown;
  readonly form?: Record<string, string>;
}

/** Sends one request to the API (`path` below /api/v4, or from the root when it starts with `//`). */
export async function ask(url: string, method: string, path: string, question: Question = {}): Promise<Answer> {
  const { token, json, form } = question;
  const content = json === undefined ? (form ? new URLSearchParams(form) : undefined) : JSON.stringify(json);
  const response = await fetch(path.startsWith('//') ? url + path.slice(1) : `${url}/api/v4${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(token === undefined ? {} : { 'PRIVATE-TOKEN': token }),
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...question.headers,
    },
    ...(content === undefined ? {} : { body: content }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined };
}
