import type { S3Target } from './s3-request.js';
import { signRequest } from './s3-request.js';
import { sha256 } from './s3-signature.js';

const AT = new Date('2026-01-02T03:04:05.678Z');

function aTarget(endpoint: string, pathStyle: boolean): S3Target {
  const keys = { accessKeyId: 'id', secretAccessKey: 'hush' };
  return { endpoint: new URL(endpoint), bucket: 'my-bucket', region: 'eu-west-1', pathStyle, ...keys };
}

describe('signRequest', () => {
  it('names the bucket in the path', () => {
    const signed = signRequest(aTarget('http://[::1]:9000', true), { method: 'GET', name: 'a b/c' }, AT);

    expect(signed).toMatchObject({ hostname: '::1', path: '/my-bucket/a%20b/c', headers: { host: '[::1]:9000' } });
  });

  it('names the bucket in the host', () => {
    const request = { method: 'GET', query: { 'list-type': '2', prefix: 'a/b' } };

    const signed = signRequest(aTarget('https://s3.eu-west-1.amazonaws.com', false), request, AT);

    expect(signed).toMatchObject({
      hostname: 'my-bucket.s3.eu-west-1.amazonaws.com',
      path: '/?list-type=2&prefix=a%2Fb',
      headers: { host: 'my-bucket.s3.eu-west-1.amazonaws.com', 'x-amz-date': '20260102T030405Z' },
    });
  });

  it('signs the body where nothing else protects it', () => {
    const request = { method: 'PUT', name: 'k', body: [Buffer.from('bo'), Buffer.from('dy')] };

    const plain = signRequest(aTarget('http://localhost:9000', true), request, AT);
    const secure = signRequest(aTarget('https://localhost:9000', true), request, AT);

    expect(plain.headers).toMatchObject({ 'x-amz-content-sha256': sha256('body'), 'content-length': '4' });
    expect(secure.headers).toMatchObject({ 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', 'content-length': '4' });
  });

  it('signs every header it sends and shows no secret', () => {
    const request = { method: 'GET', name: 'k', headers: { range: 'bytes=0-1' } };

    const { headers } = signRequest(aTarget('http://localhost:9000', true), request, AT);

    expect(headers.authorization).toContain('SignedHeaders=content-length;host;range;x-amz-content-sha256;x-amz-date,');
    expect(JSON.stringify(headers)).not.toContain('hush');
  });
});
