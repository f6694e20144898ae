import type { CustomFetch } from 'openid-client';
import type { OutboundHttp } from '../../../platform/outbound/outbound-http.js';

const WITHOUT_BODY = new Set([101, 204, 205, 304]);

/**
 * Sends the requests of the OpenID Connect library through the service's outbound client: it follows no redirects, and
 * limits size and time. The address is trusted because the operator configured it.
 */
export const fetchThrough =
  (outbound: OutboundHttp): CustomFetch =>
  async (url, { method, headers, body }) => {
    const answer = await outbound.send({
      method,
      url: new URL(url),
      headers,
      body: bytesOf(body),
      verifyTls: true,
      isTrusted: true,
    });
    if (answer.isCut) {
      throw new Error('The answer of the identity provider is too long.');
    }
    const content = WITHOUT_BODY.has(answer.status) ? null : new Uint8Array(answer.body);
    return new Response(content, { status: answer.status, headers: { ...answer.headers } });
  };

function bytesOf(body: unknown): Buffer | null {
  if (body === undefined || body === null) {
    return null;
  }
  return body instanceof Uint8Array
    ? Buffer.from(body)
    : Buffer.from(body instanceof URLSearchParams ? body.toString() : textOf(body));
}

function textOf(body: unknown): string {
  if (typeof body !== 'string') {
    throw new TypeError('The library sent a body of an unknown kind.');
  }
  return body;
}
