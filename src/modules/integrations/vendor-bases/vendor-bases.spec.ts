import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readEnv } from '../../../platform/config/env.js';
import { VendorBases } from './vendor-bases.js';

const directory = mkdtempSync(path.join(tmpdir(), 'endpoints-'));
afterAll(() => rmSync(directory, { recursive: true }));

function withFile(content: string): VendorBases {
  const file = path.join(directory, 'endpoints.json');
  writeFileSync(file, content);
  return new VendorBases(readEnv({ INTEGRATION_ENDPOINTS: file }));
}

describe('VendorBases', () => {
  it('knows the vendors of kinds', () => {
    const bases = new VendorBases(readEnv({}));

    expect(bases.baseOf('push-notifications')).toBe('https://api.pushover.net/1');
    expect(bases.baseOf('ci-server-a')).toBe('');
    expect(bases.statusBaseOf('ci-pipeline-a')).toBe('https://gitlab.buildkite.com');
    expect(bases.statusBaseOf('ci-server-a')).toBe('');
    expect(bases.isTrusted('push-notifications', new URL('https://api.pushover.net/1/messages.json'))).toBe(false);
  });

  it('takes the addresses of the file instead, each for its kind', () => {
    const bases = withFile('{"push-notifications": "http://127.0.0.1:8080/push/"}');

    expect(bases.baseOf('push-notifications')).toBe('http://127.0.0.1:8080/push');
    expect(bases.isTrusted('push-notifications', new URL('http://127.0.0.1:8080/push/messages.json'))).toBe(true);
    expect(bases.isTrusted('push-notifications', new URL('http://127.0.0.1:8080/pushed'))).toBe(false);
    expect(bases.isTrusted('chat-flow-a', new URL('http://127.0.0.1:8080/push/messages'))).toBe(false);
    expect(bases.baseOf('chat-flow-a')).toBe('https://api.flowdock.com');
  });

  it('takes one address for events and statuses', () => {
    const bases = withFile('{"ci-pipeline-a": "http://127.0.0.1:8080/ci"}');

    expect(bases.baseOf('ci-pipeline-a')).toBe('http://127.0.0.1:8080/ci');
    expect(bases.statusBaseOf('ci-pipeline-a')).toBe('http://127.0.0.1:8080/ci');
  });

  it.each([
    ['{', 'is no JSON'],
    ['[]', 'must hold a JSON object'],
    ['{"chat": "https://x.example"}', '"chat" is none of task-tracker-comments, '],
    ['{"chat-flow-a": "ftp://x.example"}', '"chat-flow-a" must be an http or https address'],
    ['{"chat-flow-a": 7}', '"chat-flow-a" must be an http or https address'],
  ])('refuses to start with %s', (content, text) => {
    expect(() => withFile(content)).toThrow(text);
  });

  it('refuses to start with a file that is not there', () => {
    expect(() => new VendorBases(readEnv({ INTEGRATION_ENDPOINTS: path.join(directory, 'none') }))).toThrow(
      'cannot be read',
    );
  });
});
