import { Agent, request } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { aProject } from '../../builders/records.js';
import { genericPath } from '../../builders/packages.js';
import { ADMIN_TOKEN, startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { head, sendRaw } from '../../support/raw-http.js';

const SIGNED_IN = { 'PRIVATE-TOKEN': ADMIN_TOKEN };
const JSON_BODY = { 'Content-Type': 'application/json' };

let app: TestApp;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
beforeAll(async () => {
  app = await startApp({ jobs: false });
});
afterAll(async () => {
  agent.destroy();
  await app.close();
});

/** Announces a body and sends it only when the service asks for it. */
function sendWhenAsked(method: string, path: string, body: string, headers: OutgoingHttpHeaders) {
  return new Promise<{ status: number | undefined; isAsked: boolean; port: number | undefined }>((resolve, reject) => {
    const all = { ...headers, Expect: '100-continue', 'Content-Length': Buffer.byteLength(body) };
    const outgoing = request(`${app.url}${path}`, { method, agent, headers: all });
    let isAsked = false;
    outgoing.on('continue', () => {
      isAsked = true;
      outgoing.end(body);
    });
    outgoing.on('response', (answer: IncomingMessage) => {
      const port = answer.socket.localPort;
      answer.resume().on('end', () => {
        resolve({ status: answer.statusCode, isAsked, port });
      });
    });
    outgoing.on('error', reject);
    outgoing.flushHeaders();
  });
}

describe('a request with Expect: 100-continue', () => {
  it.each([
    [401, 'PUT', `/api/v4/${genericPath(1, 'file')}`, {}],
    [401, 'PUT', '/v2/a/b/manifests/latest', {}],
    [401, 'POST', '/a/b.git/git-receive-pack', {}],
    [404, 'POST', '/api/v4/nothing', SIGNED_IN],
    [413, 'POST', '/api/v4/projects', { ...SIGNED_IN, ...JSON_BODY }],
    [415, 'POST', '/api/v4/projects', { ...SIGNED_IN, 'Content-Type': 'text/plain' }],
  ])('is answered %i before its body is sent: %s %s', async (status, method, path, headers) => {
    const announced = { ...headers, Expect: '100-continue', 'Content-Length': '1000000000' };
    const answer = await sendRaw(app.url, head(method, path, { ...announced, Connection: 'keep-alive' }));

    expect(answer.status).toBe(status);
    expect(answer.headers.connection).toBe('close');
  });

  it('is asked for its body when that is read, and the connection stays open', async () => {
    const project = await aProject(app.admin);
    const path = `/api/v4/${genericPath(project.id, 'file')}`;

    const first = await sendWhenAsked('PUT', path, 'text', SIGNED_IN);
    const second = await sendWhenAsked('POST', '/api/v4/projects', '{}', { ...SIGNED_IN, ...JSON_BODY });

    expect(first).toMatchObject({ status: 201, isAsked: true });
    expect(second).toMatchObject({ status: 400, isAsked: true, port: first.port });
  });
});
