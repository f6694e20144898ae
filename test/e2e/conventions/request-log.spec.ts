import { jest } from '@jest/globals';
import { LogSink } from '../../../src/platform/logging/log-sink.js';
import type { LogLine } from '../../../src/platform/logging/log-sink.js';
import { Metrics } from '../../../src/platform/metrics/metrics.js';
import { aProject, aUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { aPerson } from '../../support/people.js';
import { ask } from './ask.js';
import { createProbes, ProbeModule } from './probe-module.js';
import { until } from '../../support/until.js';

let service: TestApp;
let lines: LogLine[];

beforeAll(async () => {
  service = await startApp({ env: { LOG_LEVEL: 'info' }, extraModules: [ProbeModule] });
  await createProbes(service);
});
afterAll(() => service.close());
beforeEach(() => {
  lines = [];
  jest.spyOn(service.app.get(LogSink), 'write').mockImplementation((_level, line) => {
    lines.push(line);
  });
});

/** The line comes once the answer has gone, which may be a moment after the client has it. */
async function lastLine(): Promise<LogLine> {
  await until(() => lines.length > 0);
  return lines.at(-1)!;
}

/** That of an upload, once those of the requests that made its project have come too. */
async function lineOfUpload(): Promise<LogLine | undefined> {
  await until(() => lines.length >= 4);
  return lines.find(({ method }) => method === 'PUT');
}

describe('the request log', () => {
  it('has caller, target, status and duration of a request', async () => {
    const { token, id } = await aPerson(service);

    await ask(service.url, 'GET', `/users/${id}?x=1`, { token, headers: { 'X-Request-Id': 'my-id' } });

    expect(await lastLine()).toEqual({
      area: 'request',
      request_id: 'my-id',
      method: 'GET',
      route: '/api/v4/users/:user_id',
      target: `/api/v4/users/${id}?x=1`,
      status: 200,
      duration_ms: expect.any(Number),
      user_id: id,
      sudo_by: undefined,
      address: '127.0.0.1',
      aborted: undefined,
    });
  });

  it('names both users under sudo', async () => {
    const admin = await aPerson(service, { isAdmin: true, scopes: ['sudo'] });
    const { id, username } = await aPerson(service);

    await ask(service.url, 'GET', '/user', { token: admin.token, headers: { Sudo: username } });

    expect(await lastLine()).toMatchObject({ user_id: id, sudo_by: admin.id });
  });

  it('tells the address of a client whose upload was refused in the middle', async () => {
    const owner = await aUser(service);
    const project = await aProject(owner.api);

    const path = `projects/${project.id}/packages/terraform/modules/network/aws/1.0.0/file`;
    const { status } = await owner.api.send('PUT', path, Buffer.from('no archive'), {
      headers: { 'Content-Type': 'application/octet-stream' },
    });

    expect(status).toBe(400);
    expect(await lineOfUpload()).toMatchObject({ status: 400, address: '127.0.0.1' });
  });

  it('has one line for every answer, refusals before any route too, and none for a read inside a write', async () => {
    const { token } = await aPerson(service);
    const { body } = await ask(service.url, 'POST', '/probes', { token, json: { body: 'x' } });
    await ask(service.url, 'PUT', `/probes/${body.id}`, { token, headers: { 'If-Match': '*' }, json: { body: 'y' } });
    await ask(service.url, 'GET', '/nowhere');
    await ask(service.url, 'DELETE', '/probes');
    await ask(service.url, 'GET', `/${'x'.repeat(9000)}`);
    await until(() => lines.length >= 5);

    expect(lines.map(({ method, route, status }) => [method, route, status])).toEqual([
      ['POST', '/api/v4/probes', 201],
      ['PUT', '/api/v4/probes/:probe_id', 200],
      ['GET', 'unknown', 404],
      ['DELETE', 'unknown', 405],
      ['GET', 'unknown', 414],
    ]);
  });

  it('has a line for an upload that is refused by its beginning, and the service goes on', async () => {
    const owner = await aUser(service);
    const { id } = await aProject(owner.api);
    const path = `projects/${id}/packages/terraform/modules/vpc/aws/1.0.0/file`;

    const { status } = await owner.api.send('PUT', path, Buffer.alloc(300_000), {
      headers: { 'Content-Type': 'application/octet-stream' },
    });

    expect(status).toBe(400);
    expect(await lineOfUpload()).toMatchObject({ status: 400, address: '127.0.0.1', user_id: owner.id });
  });

  it('holds no secret, wherever it was sent', async () => {
    const secret = 'hunter2hunter2';
    const names = ['private_token', 'password', 'tok%65n', 'variables[secret]', 'client_secret%5B%5D'];
    const query = names.map((name) => `${name}=${secret}`).join('&');

    await ask(service.url, 'POST', `/probes?${query}&url=https%3A%2F%2Fme:${secret}%40host`, {
      headers: {
        Authorization: `Bearer ${secret}`,
        'PRIVATE-TOKEN': secret,
        'JOB-TOKEN': secret,
        Cookie: `_service_session=${secret}`,
        'X-Request-Id': `no {${secret}}`,
      },
      json: { password: secret, body: secret },
    });

    expect(JSON.stringify(await lastLine())).not.toContain(secret);
  });
});

describe('GET /-/metrics after some requests', () => {
  it('counts requests by verb, pattern and status, never by target', async () => {
    await ask(service.url, 'GET', '/users/918273645546372819');
    await lastLine();

    const text = await service.app.get(Metrics).text();

    expect(text).toContain(
      'slipway_http_request_duration_seconds_count{method="GET",route="/api/v4/users/:user_id",status="401"} 1',
    );
    expect(text).not.toContain('918273645546372819');
  });

  it('shows jobs, connections and the process', async () => {
    const text = await service.app.get(Metrics).text();

    expect(text).toMatch(/slipway_jobs\{state="waiting"\} \d/);
    expect(text).toMatch(/slipway_database_connections\{state="idle"\} \d/);
    expect(text).toContain('slipway_database_connections{state="waiting"} 0\n');
    expect(text).toMatch(/process_resident_memory_bytes \d{7,}/);
    expect(text).toMatch(/process_cpu_seconds_total \d/);
  });

  it('tells Prometheus that everything named a total is a counter, and nothing else', async () => {
    const text = await service.app.get(Metrics).text();
    const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type]) => ({ name, type }));

    expect(types.filter(({ name, type }) => name.endsWith('_total') !== (type === 'counter'))).toEqual([]);
  });
});
