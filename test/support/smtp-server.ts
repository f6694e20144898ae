import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface SmtpServer {
  readonly url: string;
  /** Messages as received, headers included, newest last. */
  readonly messages: string[];
  close(): Promise<void>;
}

/** A mail server that accepts every message. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const messages: string[] = [];
  const server = createServer((socket) => {
    converse(socket, messages);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function converse(socket: Socket, messages: string[]): void {
  let [pending, message]: [string, string | null] = ['', null];
  const say = (line: string) => socket.write(`${line}\r\n`);
  const hear = (line: string): void => {
    if (message !== null) {
      if (line === '.') {
        messages.push(message.replace(/=\r?\n/g, '').replaceAll('=3D', '='));
        message = null;
        say('250 taken');
        return;
      }
      message += `${line}\n`;
      return;
    }
    const verb = line.slice(0, 4).toUpperCase();
    message = verb === 'DATA' ? '' : null;
    say(verb === 'DATA' ? '354 go on' : verb === 'QUIT' ? '221 bye' : '250 well');
  };
  socket.on('error', () => undefined);
  socket.on('data', (chunk: Buffer) => {
    pending += chunk.toString();
    for (let end = pending.indexOf('\n'); end >= 0; end = pending.indexOf('\n')) {
      hear(pending.slice(0, end).replace(/\r$/, ''));
      pending = pending.slice(end + 1);
    }
  });
  say('220 test');
}
