import { RequestState } from '../request-state.js';
import { fingerprintOf } from './fingerprint.js';

function aFingerprint(facts: { verb?: string; target?: string; digest?: string; headers?: Record<string, string> }) {
  const state = new RequestState('id', facts.target ?? '/api/v4/x', 0);
  state.bodyDigest = facts.digest;
  return fingerprintOf({ method: facts.verb ?? 'POST', headers: facts.headers ?? {} }, state);
}

describe('fingerprintOf', () => {
  it('is the same for the same verb, target and body, whatever the headers', () => {
    expect(aFingerprint({ digest: 'd', headers: { 'content-type': 'a' } })).toBe(aFingerprint({ digest: 'd' }));
    expect(aFingerprint({ digest: 'd' })).toMatch(/^[0-9a-f]{64}$/);
  });

  it('differs by verb, target, query and body', () => {
    const all = [{}, { verb: 'PUT' }, { target: '/api/v4/y' }, { target: '/api/v4/x?a=1' }, { digest: 'e' }];
    const different = new Set(all.map((facts) => aFingerprint({ digest: 'd', ...facts })));

    expect(different.size).toBe(all.length);
  });

  it('takes type and length of an upload whose bytes nobody has seen', () => {
    const upload = (length: string) =>
      aFingerprint({ headers: { 'content-type': 'application/octet-stream', 'content-length': length } });

    expect(upload('5')).toBe(upload('5'));
    expect(upload('5')).not.toBe(upload('6'));
  });
});
