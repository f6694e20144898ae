import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isBasic, readBasic } from '../../../common/text/basic-login.js';
import { bearerToken } from '../../../common/text/bearer-token.js';
import { digestOf } from '../../../platform/crypto/random.js';

const WEBHOOK_ID = /^[\x21-\x7e]{1,128}$/;
const SECONDS = /^\d{1,12}$/;
const VERSION = 'v1,';
/** Seconds that a signature may be off (contract: alerts §8.4). */
const MAX_SKEW = 300;
/** Compared with where there is no integration, so that it takes as long. */
const NO_DIGEST = digestOf('');

/** The key of a request: the Bearer token, or the password of HTTP Basic (contract: alerts §1.2). */
export function keyIn({ authorization = '' }: IncomingHttpHeaders): string | null {
  const key = isBasic(authorization) ? readBasic(authorization)?.secret : bearerToken(authorization);
  return key === undefined || key === '' ? null : key;
}

/** In constant time, whether or not there is something to compare with (contract: alerts §1.2, §6). */
export function keyMatches(key: string | null, digest: Buffer | undefined): boolean {
  const isEqual = timingSafeEqual(digestOf(key ?? ''), digest ?? NO_DIGEST);
  return isEqual && key !== null && digest !== undefined;
}

/** What a signed request says of itself (contract: alerts §8.4). */
export interface Signature {
  readonly webhookId: string;
  readonly timestamp: string;
  readonly values: readonly Buffer[];
}

/** Null for a request that is not signed, or whose signature is too old to count. */
export function signatureIn(headers: IncomingHttpHeaders, nowSeconds: number): Signature | null {
  const [webhookId, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    String(headers[name] ?? ''),
  );
  if (!WEBHOOK_ID.test(webhookId ?? '') || !SECONDS.test(timestamp ?? '')) {
    return null;
  }
  const values = (signatures ?? '')
    .split(' ')
    .filter((value) => value.startsWith(VERSION))
    .map((value) => Buffer.from(value.slice(VERSION.length), 'base64'));
  const isFresh = Math.abs(nowSeconds - Number(timestamp)) <= MAX_SKEW;
  return isFresh && values.length > 0 ? { webhookId: webhookId ?? '', timestamp: timestamp ?? '', values } : null;
}

/** Whether one of the secrets made one of the signatures of these bytes. */
export function isSigned(
  { webhookId, timestamp, values }: Signature,
  body: Buffer,
  secrets: readonly Buffer[],
): boolean {
  const expected = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${webhookId}.${timestamp}.`).update(body).digest(),
  );
  return expected.some((mac) => values.some((value) => value.length === mac.length && timingSafeEqual(value, mac)));
}
