import { createHmac } from 'node:crypto';
import { webhookSignature } from './webhook-signature.js';

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const other = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;

describe('webhookSignature', () => {
  it('signs id, timestamp and the exact body with the bytes of the key', () => {
    const expected = createHmac('sha256', Buffer.alloc(24, 7)).update('dlv_1.1700000000.{"a":1}').digest('base64');

    expect(webhookSignature([secret], { id: 'dlv_1', timestamp: '1700000000', body: Buffer.from('{"a":1}') })).toBe(
      `v1,${expected}`,
    );
  });

  it('has one value for each key while both are valid', () => {
    const both = webhookSignature([secret, other], { id: 'dlv_1', timestamp: '1', body: null });

    expect(both.split(' ')).toHaveLength(2);
  });
});
