import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isBasic, readBasic } from '../../../common/text/basic-login.js';
import { bearerToken } from '../../../common/text/bearer-token.js';
import { digestOf } from '../../../platform/crypto/random.js';

const WEBHOOK_ID = /^[\x21-\x7e]{1,128}$/;
const SECONDS = /^\d{1,12}$/;
const VERSION = 'v1,';
/** Maximum difference in seconds between a signature's time and the clock (contract: alerts §8.4). */
const MAX_SKEW = 300;
/** Compared with if there is no integration, so that the check takes as long. */
const NO_DIGEST = digestOf('');

/** The key of a request: the Bearer token, or the password of HTTP Basic (contract: alerts §1.2). */
export function keyIn({ authorization = '' }: IncomingHttpHeaders): string | null {
  const key = isBasic(authorization) ? readBasic(authorization)?.secret : bearerToken(authorization);
  return key === undefined || key === '' ? null : key;
}

/** Compares in constant time, even if there is no digest to compare with (contract: alerts §1.2, §6). */
export function keyMatches(key: string | null, digest: Buffer | undefined): boolean {
  const isEqual = timingSafeEqual(digestOf(key ?? ''), digest ?? NO_DIGEST);
  return isEqual && key !== null && digest !== undefined;
}

/** The signature headers of a request (contract: alerts §8.4). */
export interface Signature {
  readonly webhookId: string;
  readonly timestamp: string;
  readonly values: readonly Buffer[];
}

/** Returns null for an unsigned request, and if the signature's time differs too much from the clock. */
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

/** Whether any of the signatures of this body was made with any of the secrets. */
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
