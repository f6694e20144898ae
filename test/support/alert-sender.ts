import { parsed } from './api-client.js';
import type { Answer } from './api-client.js';

export interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  /** Null sends no credential. */
  readonly key?: string | null;
  readonly query?: string;
}

/** Posts payloads to an address with a key, as senders do: an object as JSON, text and bytes as they are. */
export const alertSender =
  ({ url, token }: { readonly url: string; readonly token: string }) =>
  async (
    payload: unknown,
    { headers = {}, method = 'POST', key = token, query = '' }: SendOptions = {},
  ): Promise<Answer> => {
    const raw = typeof payload === 'string' || payload instanceof Uint8Array;
    const response = await fetch(url + query, {
      method,
      redirect: 'manual',
      headers: {
        ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
        'Content-Type': 'application/json',
        ...headers,
      },
      ...(method === 'GET' || method === 'HEAD' ? {} : { body: raw ? (payload as string) : JSON.stringify(payload) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  };
