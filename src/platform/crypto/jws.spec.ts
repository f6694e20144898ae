import { createHmac, createPrivateKey, createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { signJwt, verifyJwt } from './jws.js';
import type { JwsSigner } from './jws.js';
import { generateRsaKey, thumbprintOf } from './rsa-key.js';

let signer: JwsSigner;
let publicKey: KeyObject;
beforeAll(async () => {
  const { publicJwk, privatePem } = await generateRsaKey();
  signer = { kid: publicJwk.kid, privateKey: createPrivateKey(privatePem) };
  publicKey = createPublicKey({ key: { ...publicJwk }, format: 'jwk' });
});

const keyOf = (kid: string) => Promise.resolve(kid === signer.kid ? publicKey : undefined);
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('verifyJwt', () => {
  it('gives back the claims of a token that was signed here', async () => {
    expect(await verifyJwt(signJwt({ sub: 'ada', n: 1 }, signer), keyOf)).toEqual({ sub: 'ada', n: 1 });
  });

  it('knows no token with another body, key, or signature', async () => {
    const [head = '', , signature = ''] = signJwt({ sub: 'ada' }, signer).split('.');
    const foreign = { kid: 'other', privateKey: signer.privateKey };

    expect(await verifyJwt(`${head}.${part({ sub: 'eve' })}.${signature}`, keyOf)).toBeNull();
    expect(await verifyJwt(signJwt({ sub: 'ada' }, foreign), keyOf)).toBeNull();
    expect(await verifyJwt(`${head}.${part({ sub: 'ada' })}.${'A'.repeat(342)}`, keyOf)).toBeNull();
  });

  it('accepts RS256 alone, not what the token claims to be signed with', async () => {
    const body = part({ sub: 'eve' });
    const none = `${part({ alg: 'none', kid: signer.kid })}.${body}.e30`;
    const hs256 = `${part({ alg: 'HS256', kid: signer.kid })}.${body}`;
    const pem = publicKey.export({ format: 'pem', type: 'spki' });
    const mac = createHmac('sha256', pem).update(hs256).digest('base64url');

    expect(await verifyJwt(none, keyOf)).toBeNull();
    expect(await verifyJwt(`${hs256}.${mac}`, keyOf)).toBeNull();
  });

  it.each(['', 'a.b', 'a.b.c', '..', 'a.b.c.d', 'e30.e30.e30', 'W10.W10.W10'])(
    'takes %j for no token',
    async (text) => {
      expect(await verifyJwt(text, keyOf)).toBeNull();
    },
  );
});

describe('thumbprintOf', () => {
  it('is the one of the example in RFC 7638', () => {
    const n =
      '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw';

    expect(thumbprintOf(n, 'AQAB')).toBe('NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs');
  });
});
