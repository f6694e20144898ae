import { createHash, createHmac, createPublicKey } from 'node:crypto';
import { CompactSign, importJWK, importPKCS8 } from 'jose';
import type { CryptoKey } from 'jose';
import { JWS_ALGORITHM, signJwt, verifyJwt } from './jws.js';
import type { JwsSigner } from './jws.js';
import { generateRsaKey } from './rsa-key.js';
import type { RsaKey } from './rsa-key.js';

let generated: RsaKey;
let signer: JwsSigner;
let publicKey: CryptoKey;
beforeAll(async () => {
  generated = await generateRsaKey();
  const { publicJwk, privatePem } = generated;
  signer = { kid: publicJwk.kid, privateKey: await importPKCS8(privatePem, JWS_ALGORITHM) };
  publicKey = await importJWK(publicJwk, JWS_ALGORITHM);
});

const keyOf = (kid: string) => Promise.resolve(kid === signer.kid ? publicKey : undefined);
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('signJwt', () => {
  it('writes the header and the claims as they are given', async () => {
    const [head, body] = (await signJwt({ sub: 'ada', iat: 1, access: [] }, signer)).split('.');

    expect(head).toBe(part({ alg: 'RS256', typ: 'JWT', kid: signer.kid }));
    expect(body).toBe(part({ sub: 'ada', iat: 1, access: [] }));
  });
});

describe('verifyJwt', () => {
  it('gives back the claims of a token that was signed here', async () => {
    expect(await verifyJwt(await signJwt({ sub: 'ada', n: 1 }, signer), keyOf)).toEqual({ sub: 'ada', n: 1 });
  });

  it('leaves the times of a token to the caller', async () => {
    expect(await verifyJwt(await signJwt({ exp: 1, nbf: 4e9 }, signer), keyOf)).toEqual({ exp: 1, nbf: 4e9 });
  });

  it('knows no token with another body, key, or signature', async () => {
    const [head = '', , signature = ''] = (await signJwt({ sub: 'ada' }, signer)).split('.');
    const foreign = { kid: 'other', privateKey: signer.privateKey };

    expect(await verifyJwt(`${head}.${part({ sub: 'eve' })}.${signature}`, keyOf)).toBeNull();
    expect(await verifyJwt(await signJwt({ sub: 'ada' }, foreign), keyOf)).toBeNull();
    expect(await verifyJwt(`${head}.${part({ sub: 'ada' })}.${'A'.repeat(342)}`, keyOf)).toBeNull();
  });

  it('accepts RS256 alone, not what the token claims to be signed with', async () => {
    const body = part({ sub: 'eve' });
    const none = `${part({ alg: 'none', kid: signer.kid })}.${body}.e30`;
    const hs256 = `${part({ alg: 'HS256', kid: signer.kid })}.${body}`;
    const key = createPublicKey({ key: { ...generated.publicJwk }, format: 'jwk' });
    const pem = key.export({ format: 'pem', type: 'spki' });
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

  it('takes a signed list for no token', async () => {
    const list = new CompactSign(Buffer.from('[]')).setProtectedHeader({ alg: JWS_ALGORITHM, kid: signer.kid });

    expect(await verifyJwt(await list.sign(signer.privateKey), keyOf)).toBeNull();
  });

  it('passes on an error of the look-up of the key', async () => {
    const away = () => Promise.reject(new Error('the database is away'));

    await expect(verifyJwt(await signJwt({}, signer), away)).rejects.toThrow('the database is away');
  });
});

describe('generateRsaKey', () => {
  it('names the key by its RFC 7638 thumbprint', () => {
    const { kid, n, e, ...rest } = generated.publicJwk;

    expect(kid).toBe(
      createHash('sha256')
        .update(JSON.stringify({ e, kty: 'RSA', n }))
        .digest('base64url'),
    );
    expect(rest).toEqual({ kty: 'RSA', use: 'sig', alg: 'RS256' });
  });
});
