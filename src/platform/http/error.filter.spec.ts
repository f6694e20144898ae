import { jest } from '@jest/globals';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { Logger } from '@nestjs/common';
import type { ArgumentsHost } from '@nestjs/common';
import { ErrorFilter } from './error.filter.js';
import type { HttpRequest, HttpResponse } from './http-types.js';
import { openState, RequestState } from './request-state.js';

const BROKEN = new Error('Connection terminated');

interface Outcome {
  readonly logged: readonly unknown[];
  readonly status: number;
  readonly sent: string;
}

/** What a request comes to that fails like this, while its client waits or after it left. */
async function outcomeOf(error: Error, client: 'waits' | 'left'): Promise<Outcome> {
  const logged: unknown[] = [];
  const spy = jest.spyOn(Logger.prototype, 'error').mockImplementation((line) => void logged.push(line));
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sent = send({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', path: '/api/v4/projects' });
  sent.on('error', () => undefined).end();
  const [request, response] = (await once(server, 'request')) as [HttpRequest, HttpResponse];
  openState(request, new RequestState('an-id', '/api/v4/projects', 0));
  if (client === 'left') {
    sent.destroy();
    await once(response, 'close');
  }
  const http = { getRequest: () => request, getResponse: () => response };
  const end = jest.spyOn(response, 'end');
  new ErrorFilter().catch(error, { switchToHttp: () => http } as unknown as ArgumentsHost);
  server.closeAllConnections();
  server.close();
  spy.mockRestore();
  return { logged, status: response.statusCode, sent: String(end.mock.lastCall?.[0]) };
}

describe('ErrorFilter', () => {
  it('logs a lost connection to the database while the client waits', async () => {
    expect(await outcomeOf(BROKEN, 'waits')).toMatchObject({ logged: [{ error: BROKEN.message }], status: 503 });
  });

  it('logs nothing where the client left and its read was ended', async () => {
    expect((await outcomeOf(BROKEN, 'left')).logged).toEqual([]);
  });

  it.each([
    Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
    new Error('git unpack-objects ended with 128: fatal: unable to write loose object file: No space left on device'),
    new Error('could not extend file "base/5/16386": Disk quota exceeded'),
  ])('answers 503 where a disk is full: %s', async (error) => {
    const { status, sent, logged } = await outcomeOf(error, 'waits');

    expect([status, sent]).toEqual([503, '{"message":"503 Service Unavailable - No space is left."}']);
    expect(logged).toMatchObject([{ error: error.message }]);
  });

  it.each([
    Object.assign(new Error("EROFS: read-only file system, open '/srv/blobs/unfinished/1'"), { code: 'EROFS' }),
    new Error('git index-pack ended with 128: fatal: unable to create temporary file: Read-only file system'),
  ])('answers 503 where a disk takes no changes: %s', async (error) => {
    const { status, sent, logged } = await outcomeOf(error, 'waits');

    expect([status, sent]).toEqual([503, '{"message":"503 Service Unavailable"}']);
    expect(logged).toMatchObject([{ error: error.message }]);
  });
});
