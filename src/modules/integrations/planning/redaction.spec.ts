import { chatWebhookA } from '../kinds/chat-webhook-a.kind.js';
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

  it('takes out what forms make of a secret', () => {
    expect(new Redaction(ciServerB, ['p w&rd!']).text('password was p+w%26rd%21')).toBe('password was [FILTERED]');
  });

  it('takes out logins, and leaves words', () => {
    const login = Buffer.from('ada:secret').toString('base64');
    const redaction = new Redaction(ciServerB, []);

    expect(redaction.text(`authorization: Basic ${login}, refused`)).toBe('authorization: Basic [FILTERED], refused');
    expect(redaction.text('Basic authentication is required')).toBe('Basic authentication is required');
  });
});
