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

/** Errors that are logged where a statement of a request fails like this, while its client waits or after it left. */
async function loggedWhere(client: 'waits' | 'left'): Promise<unknown[]> {
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
  new ErrorFilter().catch(BROKEN, { switchToHttp: () => http } as unknown as ArgumentsHost);
  server.closeAllConnections();
  server.close();
  spy.mockRestore();
  return logged;
}

describe('ErrorFilter', () => {
  it('logs a lost connection to the database while the client waits', async () => {
    expect(await loggedWhere('waits')).toMatchObject([{ error: BROKEN.message }]);
  });

  it('logs nothing where the client left and its read was ended', async () => {
    expect(await loggedWhere('left')).toEqual([]);
  });
});
