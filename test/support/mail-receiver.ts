import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { aCertificate } from './certificate.js';

export interface ReceivedMail {
  readonly to: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly html: string;
  /** Whether it came over TLS. */
  readonly isSecure: boolean;
}

/** A mail server on loopback that offers STARTTLS, with a certificate that nobody knows. */
export interface MailReceiver {
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** Mails to that address, once there are so many. */
  until(to: string, count: number, withinMs?: number): Promise<ReceivedMail[]>;
  close(): Promise<void>;
}

export async function startMailReceiver(): Promise<MailReceiver> {
  const mails: ReceivedMail[] = [];
  const pem = aCertificate();
  const server = new SMTPServer({
    key: pem,
    cert: pem,
    authOptional: true,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, ...read(Buffer.concat(chunks).toString('latin1')), isSecure: session.secure });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const sentTo = (address: string) => mails.filter(({ to }) => to.includes(address));
  return {
    url: `smtp://127.0.0.1:${port}/?tls.rejectUnauthorized=false`,
    mails,
    until: async (address, count, withinMs = 60_000) => {
      for (const end = Date.now() + withinMs; Date.now() < end;) {
        await sleep(20);
        if (sentTo(address).length >= count) {
          return sentTo(address);
        }
      }
      throw new Error(`${address} got ${sentTo(address).length} mails instead of ${count}.`);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
      }),
  };
}

interface Part {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function read(raw: string): Pick<ReceivedMail, 'headers' | 'text' | 'html'> {
  const { headers, body } = partOf(raw);
  const [, boundary = ''] = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '') ?? [];
  const parts = boundary === '' ? [{ headers, body }] : body.split(`--${boundary}`).slice(1, -1).map(partOf);
  const textOf = (type: string) => parts.find((part) => part.headers['content-type']?.startsWith(type));
  return { headers, text: decoded(textOf('text/plain')), html: decoded(textOf('text/html')) };
}

function partOf(raw: string): Part {
  const text = raw.replace(/^\r\n/, '');
  const end = text.indexOf('\r\n\r\n');
  const lines = text
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const pairs = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ]);
  return { headers: Object.fromEntries(pairs) as Record<string, string>, body: text.slice(end + 4) };
}

function decoded(part: Part | undefined): string {
  if (!part) {
    return '';
  }
  const encoding = part.headers['content-transfer-encoding']?.toLowerCase();
  if (encoding === 'base64') {
    return Buffer.from(part.body, 'base64').toString();
  }
  const plain =
    encoding === 'quoted-printable'
      ? part.body
          .replace(/=\r\n/g, '')
          .replace(/=([0-9A-F]{2})/gi, (_all, code: string) => String.fromCharCode(parseInt(code, 16)))
      : part.body;
  return Buffer.from(plain, 'latin1').toString().replaceAll('\r\n', '\n');
}
