import type { SignableRequest } from './s3-signature.js';
import {
  authorizationFor,
  basicTime,
  canonicalRequest,
  encodePath,
  encodeQuery,
  sha256,
  stringToSign,
} from './s3-signature.js';

const EMPTY = sha256();

/** The examples of the service's own test suite for Signature Version 4. */
describe('the published test suite', () => {
  const at = new Date('2015-08-30T12:36:00Z');
  const key = {
    accessKeyId: 'AKIDEXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
    service: 'service',
  };
  const vanilla = {
    method: 'GET',
    path: '/',
    query: [],
    headers: { host: 'example.amazonaws.com', 'x-amz-date': '20150830T123600Z' },
    payloadHash: EMPTY,
  };
  const form = { ...vanilla.headers, 'content-type': 'application/x-www-form-urlencoded' };

  it.each<[string, SignableRequest, string]>([
    ['get-vanilla', vanilla, '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
    [
      'get-vanilla-query-order-key-case',
      {
        ...vanilla,
        query: [
          ['Param2', 'value2'],
          ['Param1', 'value1'],
        ],
      },
      'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    ],
    [
      'get-vanilla-utf8-query',
      { ...vanilla, query: [['ሴ', 'bar']] },
      '2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04',
    ],
    [
      'get-utf8',
      { ...vanilla, path: encodePath('/ሴ') },
      '8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85',
    ],
    [
      'get-header-value-trim',
      { ...vanilla, headers: { ...vanilla.headers, 'my-header1': ' value1', 'my-header2': ' "a   b   c"' } },
      'acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736',
    ],
    [
      'post-vanilla',
      { ...vanilla, method: 'POST' },
      '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
    ],
    [
      'post-x-www-form-urlencoded',
      { ...vanilla, method: 'POST', headers: form, payloadHash: sha256('Param1=value1') },
      'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
    ],
  ])('signs %s', (_name, request, signature) => {
    expect(authorizationFor(request, key, at)).toMatch(new RegExp(`, Signature=${signature}$`));
  });

  it('writes the canonical request, the string to sign and the header of get-vanilla', () => {
    expect(canonicalRequest(vanilla)).toBe(
      `GET\n/\n\nhost:example.amazonaws.com\nx-amz-date:20150830T123600Z\n\nhost;x-amz-date\n${EMPTY}`,
    );
    expect(stringToSign(vanilla, key, at)).toBe(
      'AWS4-HMAC-SHA256\n20150830T123600Z\n20150830/us-east-1/service/aws4_request\n' +
        'bb579772317eb040ac9ed261061d46c1f17a8133879d6129b6e1c25292927e63',
    );
    expect(authorizationFor(vanilla, key, at)).toBe(
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, ' +
        'Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
    );
  });
});

/** The examples in the documentation of the object storage API. */
describe('the published examples of object storage', () => {
  const at = new Date('2013-05-24T00:00:00Z');
  const key = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
    service: 's3',
  };
  const request = (more: Partial<SignableRequest>): SignableRequest => {
    const payloadHash = more.payloadHash ?? EMPTY;
    const common = {
      host: 'examplebucket.s3.amazonaws.com',
      'x-amz-content-sha256': payloadHash,
      'x-amz-date': basicTime(at),
    };
    return { method: 'GET', path: '/', query: [], ...more, payloadHash, headers: { ...common, ...more.headers } };
  };

  it.each<[string, SignableRequest, string]>([
    [
      'GET of a range',
      request({ path: '/test.txt', headers: { range: 'bytes=0-9' } }),
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'PUT of an object',
      request({
        method: 'PUT',
        path: encodePath('/test$file.text'),
        headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
        payloadHash: sha256('Welcome to Amazon S3.'),
      }),
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    [
      'GET of a sub-resource',
      request({ query: [['lifecycle', '']] }),
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    ],
    [
      'GET of a list',
      request({
        query: [
          ['prefix', 'J'],
          ['max-keys', '2'],
        ],
      }),
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
  ])('signs %s', (_name, signable, signature) => {
    expect(authorizationFor(signable, key, at)).toMatch(new RegExp(`, Signature=${signature}$`));
  });
});

describe('encodeQuery', () => {
  it('sorts by encoded name, then by value, and encodes all but letters, digits and -_.~', () => {
    const query = [
      ['b', '2'],
      ['a+b', "it's (a) *!~"],
      ['b', '1'],
      ['uploads', ''],
    ] as const;

    expect(encodeQuery(query)).toBe('a%2Bb=it%27s%20%28a%29%20%2A%21~&b=1&b=2&uploads=');
  });
});
