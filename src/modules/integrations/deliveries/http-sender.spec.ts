import type { Clock } from '../../../common/time/clock.js';
import type { Env } from '../../../platform/config/env.js';
import type { OutboundHttp } from '../../../platform/outbound/outbound-http.js';
import { ciServerB } from '../kinds/ci-server-b.kind.js';
import type { HttpCall } from '../kinds/step.js';
import { Redaction } from '../planning/redaction.js';
import type { VendorBases } from '../vendor-bases/vendor-bases.js';
import { HttpSender } from './http-sender.service.js';
import type { SendContext } from './send-context.js';

const SECRET = 'correct horse';
const KEPT_BYTES = 8192;
const KEPT_REQUEST_BYTES = 65_536;

/** What is kept of an exchange with a receiver that answers `body`. */
async function logOf(body: string, sent: Partial<HttpCall> = {}) {
  const answer = { status: 200, headers: {}, body: Buffer.from(body), isCut: false, remoteAddress: null };
  const outbound = { send: () => Promise.resolve(answer) } as unknown as OutboundHttp;
  const vendors = { isTrusted: () => false } as unknown as VendorBases;
  const env = { baseUrl: 'https://git.example.com' } as Env;
  const sender = new HttpSender(outbound, vendors, env, { millis: () => 0 } as Clock);
  const context = {
    slug: ciServerB.slug,
    event: { uuid: 'e' },
    signingSecrets: [],
    redaction: new Redaction(ciServerB, [SECRET]),
  } as unknown as SendContext;
  const call: HttpCall = { method: 'GET', url: 'https://ci.example.com/', ...sent };
  return (await sender.send(call, { key: 'a', webhookId: 'b' }, context)).log;
}

describe('HttpSender', () => {
  it('keeps no beginning of a secret where the kept part of an answer ends in it', async () => {
    const { responseBody, truncated } = await logOf(`${'x'.repeat(KEPT_BYTES - 7)}${SECRET} and more`);

    expect(responseBody).not.toContain('correct');
    expect(responseBody).toMatch(/^x+\[FILTE/);
    expect(Buffer.byteLength(responseBody ?? '')).toBe(KEPT_BYTES);
    expect(truncated).toBe(true);
  });

  it('keeps no beginning of a secret where the kept part of a request ends in it', async () => {
    const { requestBody } = await logOf('done', {
      method: 'POST',
      body: { xml: `${'x'.repeat(KEPT_REQUEST_BYTES - 7)}${SECRET} and more` },
    });

    expect(requestBody).not.toContain('correct');
    expect(requestBody).toMatch(/^x+\[FILTER$/);
    expect(requestBody).toHaveLength(KEPT_REQUEST_BYTES);
  });

  it('keeps short answers whole', async () => {
    expect(await logOf('done')).toMatchObject({ responseBody: 'done', truncated: false });
  });
});
