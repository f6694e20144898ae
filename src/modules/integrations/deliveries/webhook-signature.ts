import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/**
 * Signature header that a receiver verifies: one value for each key, separated by spaces (contract: integrations §8.4).
 */
export const webhookSignature = (
  secrets: readonly string[],
  { id, timestamp, body }: { readonly id: string; readonly timestamp: string; readonly body: Buffer | null },
): string => secrets.map((secret) => `v1,${signedBy(secret, `${id}.${timestamp}.`, body)}`).join(' ');

function signedBy(secret: string, head: string, body: Buffer | null): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return createHmac('sha256', key)
    .update(head)
    .update(body ?? '')
    .digest('base64');
}
