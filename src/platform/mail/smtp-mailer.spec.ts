import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { Env } from '../config/env.js';
import { SmtpMailer } from './smtp-mailer.js';

const MAIL = { to: 'a@example.com', subject: 'S', text: 'T', html: '<p>T</p>' };

describe('SmtpMailer', () => {
  it('leaves no connection behind to a server that goes on talking and says nothing', async () => {
    const server = createServer((socket) => {
      talk(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const mailer = new SmtpMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'b@example.com' } as Env);
    const ended = once(server, 'connection').then(([socket]) => once(socket as Socket, 'close'));

    await expect(mailer.deliver(MAIL, 300)).rejects.toThrow('The mail server did not answer in time.');
    await ended;
    await once(server.close(), 'close');
  });
});

/** Greets, and never ends the line of its answer. */
function talk(socket: Socket): void {
  const talking = setInterval(() => socket.write('2'), 20);
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearInterval(talking);
  });
  socket.write('220 test\r\n');
  socket.resume();
}
