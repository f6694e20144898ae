import { once } from 'node:events';
import { readdir, readlink } from 'node:fs/promises';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { aProject } from '../../builders/records.js';
import { ADMIN_TOKEN, startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { head } from '../../support/raw-http.js';
import { until } from '../../support/until.js';

const MIB = 1_048_576;
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const JSON_BODY = { 'Content-Type': 'application/json' };
const SIGNED_IN = { 'PRIVATE-TOKEN': ADMIN_TOKEN };

let app: TestApp;
beforeAll(async () => {
  app = await startApp({
    env: {
      HTTP_BODY_TIMEOUT: '1',
      HTTP_IDLE_TIMEOUT: '2',
      HTTP_BODY_MEMORY: String(4 * MIB),
      HTTP_MAX_CONNECTIONS: '50',
    },
  });
});
afterAll(() => app.close());

/** A client that sends what and when it likes. */
class SlowClient {
  readonly socket: Socket;
  received = '';
  private readonly closed: Promise<'closed'>;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.socket = connect(Number(port), hostname);
    this.socket.on('data', (chunk) => (this.received += chunk.toString('latin1')));
    this.socket.on('error', () => this.socket.destroy());
    this.closed = new Promise((resolve) =>
      this.socket.once('close', () => {
        resolve('closed');
      }),
    );
  }

  write(bytes: string | Buffer): this {
    this.socket.write(bytes);
    return this;
  }

  /** Sends a byte now and then until the service ends the connection; how long that took, in milliseconds. */
  async trickle(byte = 'a', everyMs = 100): Promise<number> {
    const start = performance.now();
    const timer = setInterval(() => this.socket.write(byte), everyMs);
    await this.ended();
    clearInterval(timer);
    return performance.now() - start;
  }

  ended(): Promise<'closed'> {
    return this.closed;
  }

  /** What was received once the head of an answer has come. */
  async answered(): Promise<string> {
    const isOver = () => this.received.includes('\r\n\r\n') || this.socket.destroyed;
    for (let tries = 0; tries < 3000 && !isOver(); tries++) {
      await sleep(20);
    }
    return this.received;
  }

  get status(): number {
    return Number(this.received.split(' ')[1]);
  }
}

const openRequest = (
  method: string,
  target: string,
  length: number | string,
  headers: Readonly<Record<string, string>>,
) => head(method, target, { ...headers, Connection: 'keep-alive', 'Content-Length': String(length) });

describe('every route with a body that comes too slowly', () => {
  it.each([
    ['POST', '/api/v4/projects', JSON_BODY, '{"message":"408 Request Timeout"}'],
    ['POST', '/oauth/token', FORM, '"error":"invalid_request"'],
    ['POST', '/users/sign_in', FORM, '<!doctype html>'],
    ['POST', '/api/v4/projects/1/repository/commits', { ...JSON_BODY, ...SIGNED_IN }, '408 Request Timeout'],
    ['PATCH', '/api/v4/jobs/1/trace', { 'JOB-TOKEN': 'x' }, '408 Request Timeout'],
  ])('%s %s answers 408 and closes, though a byte comes now and then', async (method, target, headers, text) => {
    const client = new SlowClient(app.url).write(openRequest(method, target, 100_000, headers));

    expect(await client.trickle()).toBeLessThan(8000);
    expect(client.status).toBe(408);
    expect(client.received.toLowerCase()).toContain('connection: close');
    expect(client.received).toContain(text);
  });

  it('takes what the client still sends after the 408, and does not reset the connection', async () => {
    const { hostname, port } = new URL(app.url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const errors: Error[] = [];
    socket.on('error', (error) => errors.push(error)).resume();
    socket.write(openRequest('POST', '/api/v4/projects', MIB, { ...JSON_BODY, ...SIGNED_IN }));
    socket.write('{');
    await once(socket, 'end');

    socket.end(Buffer.alloc(MIB - 1, ' '));

    await once(socket, 'close');
    expect(errors).toEqual([]);
  });

  it('PUT /v2/:name/manifests/:reference answers 408', async () => {
    const project = await aProject(app.admin);
    const basic = `Basic ${Buffer.from(`root:${ADMIN_TOKEN}`).toString('base64')}`;
    const scope = `repository:${project.path_with_namespace}:pull,push`;
    const { body } = await app.anonymous.get(`/jwt/auth?service=container_registry&scope=${scope}`, {
      headers: { Authorization: basic },
    });
    const headers = { Authorization: `Bearer ${body.token as string}` };
    const target = `/v2/${project.path_with_namespace}/manifests/latest`;
    const client = new SlowClient(app.url).write(openRequest('PUT', target, 1000, headers));

    await client.trickle();

    expect(client.received).toContain('408');
  });

  it('does not end one that is large and comes fast enough, in many pieces', async () => {
    const text = JSON.stringify({ name: 'x'.repeat(200_000) });
    const client = new SlowClient(app.url);
    client.write(openRequest('POST', '/api/v4/projects', text.length, { ...JSON_BODY, ...SIGNED_IN }));
    for (let at = 0; at < text.length; at += 5000) {
      client.write(text.slice(at, at + 5000));
      await sleep(50);
    }

    expect(await client.answered()).toContain('is too long');
    client.socket.destroy();
  });
});

describe('a connection that its client does not use', () => {
  it('is answered 408 when a head comes byte by byte', async () => {
    const client = new SlowClient(app.url).write('GET /api/v4/projects HTTP/1.1\r\nX-A: ');

    expect(await client.trickle()).toBeLessThan(8000);
    expect(client.received).toContain('{"message":"408 Request Timeout"}');
  });

  it('is closed when nothing is sent', async () => {
    expect(await new SlowClient(app.url).ended()).toBe('closed');
  });

  it('is closed after the answer when the client sends the rest of a body that is not read', async () => {
    const client = new SlowClient(app.url).write(openRequest('GET', '/api/v4/projects', 100, {}));

    expect(await client.answered()).toContain(' 200 ');
    expect(await client.ended()).toBe('closed');
  });

  it('is closed when an upload stalls', async () => {
    const project = await aProject(app.admin);
    const basic = `Basic ${Buffer.from(`root:${ADMIN_TOKEN}`).toString('base64')}`;
    const scope = `repository:${project.path_with_namespace}:pull,push`;
    const { body } = await app.anonymous.get(`/jwt/auth?service=container_registry&scope=${scope}`, {
      headers: { Authorization: basic },
    });
    const headers = { Authorization: `Bearer ${body.token as string}` };
    const target = `/v2/${project.path_with_namespace}/blobs/uploads/?digest=sha256:${'0'.repeat(64)}`;
    const client = new SlowClient(app.url).write(openRequest('POST', target, 1000, headers)).write('x');

    expect(await client.ended()).toBe('closed');
  });

  it('is closed when the client does not read its answers', async () => {
    const client = new SlowClient(app.url);
    client.socket.pause();
    const request = head('GET', '/api/docs/swagger-ui-bundle.js', { Connection: 'keep-alive' });
    for (let n = 0; n < 40; n++) {
      client.write(request);
    }

    await sleep(7000); // the service looks twice whether anything is read
    client.socket.resume();
    expect(await client.ended()).toBe('closed');
  });

  (process.platform === 'linux' ? it : it.skip)('leaves no file open when its client goes away', async () => {
    const isOpen = async (): Promise<boolean> => {
      const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
      return (await Promise.all(links)).some((file) => file.endsWith('/swagger-ui-bundle.js'));
    };
    const client = new SlowClient(app.url);
    client.socket.pause();
    client.write(head('GET', '/api/docs/swagger-ui-bundle.js', { Connection: 'keep-alive' }).repeat(20));
    await until(isOpen);

    client.socket.destroy();

    await until(async () => !(await isOpen()));
  });

  it('does not delay the stop of the service when the client goes away before its answers are sent', async () => {
    const other = await startApp();
    const client = new SlowClient(other.url);
    client.socket.pause();
    client.write(head('GET', '/api/docs/swagger-ui-bundle.js', { Connection: 'keep-alive' }).repeat(20));
    await sleep(500);
    client.socket.destroy();

    const start = performance.now();
    await other.close();
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it('is closed in favour of new ones when there are too many', async () => {
    const open = new Set<SlowClient>();
    for (let n = 0; n < 120; n++) {
      const client = new SlowClient(app.url).write(head('GET', '/-/health', { Connection: 'keep-alive' }));
      open.add(client);
      void client.ended().then(() => open.delete(client));
      await sleep(5);
    }

    for (let tries = 0; tries < 200 && open.size > 50; tries++) {
      await sleep(50);
    }
    expect(open.size).toBeLessThanOrEqual(50);
    expect(await app.anonymous.get('/-/health')).toMatchObject({ status: 200 });
    open.forEach(({ socket }) => socket.destroy());
  });
});

describe('BodyMemory of a service', () => {
  /** A client that went away is noticed a moment later. */
  async function statusWhenFree(): Promise<number> {
    const large = { name: 'x'.repeat(900_000) };
    for (let tries = 0; tries < 200 && (await app.anonymous.post('projects', large)).status === 503; tries++) {
      await sleep(50);
    }
    return (await app.anonymous.post('projects', large)).status;
  }
  const hold = (headers: Readonly<Record<string, string>>, bytes: number) =>
    new SlowClient(app.url)
      .write(openRequest('POST', '/api/v4/projects', 2 * bytes, { ...JSON_BODY, ...headers }))
      .write(Buffer.alloc(bytes, ' '));

  /** One that is refused beside one that holds what there is: the service takes a moment to read that, and soon ends it. */
  async function refusedBesideOther(): Promise<{ readonly holder: SlowClient; readonly refused: SlowClient }> {
    for (let tries = 1; ; tries++) {
      const holder = hold({}, 900_000);
      await sleep(tries * 25);
      const refused = hold({ 'PRIVATE-TOKEN': 'unknown' }, 500_000);
      await Promise.race([refused.answered(), sleep(500)]);
      if (refused.status === 503 || tries === 20) {
        return { holder, refused };
      }
      [holder, refused].forEach(({ socket }) => socket.destroy());
    }
  }

  it('answers 503 with Retry-After to anonymous callers when theirs is used up, and serves all others', async () => {
    const { holder, refused } = await refusedBesideOther();

    expect(refused.received).toContain(' 503 ');
    expect(refused.received.toLowerCase()).toContain('retry-after: 5');
    expect(refused.received).toContain('{"message":"503 Service Unavailable"}');
    const known = await app.admin.post('projects', { name: 'x'.repeat(MIB) });
    expect(known).toMatchObject({ status: 400, body: { message: { name: [expect.stringContaining('too long')] } } });
    expect(await app.anonymous.post('/oauth/token', { grant_type: 'x' })).toMatchObject({ status: 400 });
    refused.socket.destroy();
    holder.socket.destroy();
  });

  it('is free again once the requests are answered or aborted', async () => {
    for (let n = 0; n < 5; n++) {
      expect(await statusWhenFree()).toBe(401);
      const gone = hold({}, 900_000);
      await sleep(100);
      gone.socket.destroy();
    }
    expect(await statusWhenFree()).toBe(401);
  });
});
