import { URL } from 'node:url';
import { percentDecoded } from '../../../common/text/percent-decoded.js';
import type { HttpCall } from '../kinds/step.js';

/** A call as sent over the network, without the headers that all calls have. */
export interface PreparedRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

/** Throws if the URL is invalid. User info in the URL becomes Basic credentials. */
export function prepareRequest({ url: address, query = {}, headers = {}, auth, body }: HttpCall): PreparedRequest {
  const url = new URL(address);
  const added = Object.entries(query).map(([name, value]) => `${percentEncoded(name)}=${percentEncoded(value)}`);
  url.search = [url.search.slice(1), ...added].filter((part) => part !== '').join('&');
  const login = auth ?? loginOf(url);
  [url.username, url.password] = ['', ''];
  const content = contentOf(body);
  return {
    url,
    headers: {
      ...(content && { 'Content-Type': content.type }),
      ...(login && { Authorization: `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}` }),
      ...headers,
    },
    body: content && Buffer.from(content.text),
  };
}

const percentEncoded = (text: string): string => encodeURIComponent(text.toWellFormed());

const loginOf = ({ username, password }: URL): HttpCall['auth'] =>
  username === '' && password === ''
    ? undefined
    : { username: percentDecoded(username), password: percentDecoded(password) };

function contentOf(body: HttpCall['body']): { readonly type: string; readonly text: string } | null {
  if (!body) {
    return null;
  }
  if ('form' in body) {
    return { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(body.form).toString() };
  }
  if ('xml' in body) {
    return { type: 'application/xml', text: body.xml };
  }
  return { type: 'application/json', text: JSON.stringify('hook' in body ? body.hook : body.json) };
}
