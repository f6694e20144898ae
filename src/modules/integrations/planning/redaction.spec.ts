import { turnsDuring } from '../../../../test/fixtures/turns-during.js';
import { chatWebhookA } from '../kinds/chat-webhook-a.kind.js';
import { ciPipelineA } from '../kinds/ci-pipeline-a.kind.js';
import { ciServerB } from '../kinds/ci-server-b.kind.js';
import { Redaction } from './redaction.js';

describe('Redaction', () => {
  it.each([
    'The requested URL /services/T0/B0/abc was not found.',
    'POST /services/T0/B0/abc?key=x&room=1 failed',
    'no such hook: https://chat.example.com/services/T0/B0/abc?key=x&room=1',
  ])('takes the path of a secret address out of %j', (answer) => {
    const redaction = new Redaction(chatWebhookA, ['https://chat.example.com/services/T0/B0/abc?key=x&room=1']);

    expect(redaction.text(answer)).toContain('[FILTERED]');
    expect(redaction.text(answer)).not.toMatch(/abc|key=x/);
  });

  it.each([
    ['https://webhook.buildkite.com/deliver/ab', 'https://webhook.buildkite.com/deliver/[FILTERED]'],
    [
      'https://gitlab.buildkite.com/status/c.d.json?commit=1',
      'https://gitlab.buildkite.com/status/[FILTERED].json?commit=1',
    ],
    ['https://ci.example.com/ab/deliver/ab?a=1', 'https://ci.example.com/ab/deliver/[FILTERED]?a=1'],
  ])('takes the token of ci-pipeline-a out of the path of %s, however short it is', (address, shown) => {
    const redaction = new Redaction(ciPipelineA, ['ab:c.d']);

    expect(redaction.url(new URL(address))).toBe(shown);
    expect(redaction.text(`no such hook: ${address} (404)`)).toBe(`no such hook: ${shown} (404)`);
  });

  it('takes secrets out of an event at any depth', async () => {
    const redaction = new Redaction(ciServerB, ['secret-1']);
    const payload = { ref: 'is secret-1', token: 'x', commits: [{ url: 'https://a:b@c.example/', added: [1, null] }] };

    expect(await redaction.payload(payload)).toEqual({
      ref: 'is [FILTERED]',
      token: '[FILTERED]',
      commits: [{ url: 'https://[FILTERED]@c.example/', added: [1, null] }],
    });
  });

  it('leaves turns to others while it goes through a large event', async () => {
    const redaction = new Redaction(ciServerB, ['secret-1']);
    const payload = { texts: Array.from({ length: 100_000 }, (_, index) => `text ${index}`) };

    expect(await turnsDuring(() => redaction.payload(payload))).toBeGreaterThan(2);
  });

  it('takes out what forms make of a secret', () => {
    expect(new Redaction(ciServerB, ['p w&rd!']).text('password was p+w%26rd%21')).toBe('password was [FILTERED]');
  });

  it('takes out logins, and leaves words', () => {
    const login = Buffer.from('ada:secret').toString('base64');
    const redaction = new Redaction(ciServerB, []);

    expect(redaction.text(`authorization: Basic ${login}, refused`)).toBe('authorization: Basic [FILTERED], refused');
    expect(redaction.text('Basic authentication is required')).toBe('Basic authentication is required');
  });

  it.each(['ada:secret', 'ad:a', 'a:b', 'name:', 'somebody:x', 'someone:xy', 'ü:ü'])(
    'takes out the login %s',
    (login) => {
      const text = `Basic ${Buffer.from(login).toString('base64')}`;

      expect(new Redaction(ciServerB, []).text(text)).toBe('Basic [FILTERED]');
    },
  );
});
