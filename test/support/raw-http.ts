import { connect } from 'node:net';

/** An answer read off the wire, byte for byte. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const PATIENCE_MS = 60_000;

/** Sends bytes that no client would and reads what comes back until the service closes the connection. */
export function sendRaw(url: string, request: string | Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('The service does not answer.')));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('end', () => {
      socket.destroy();
      resolve(parse(Buffer.concat(chunks).toString('latin1')));
    });
    socket.write(request);
  });
}

/** The head of a request that asks for the connection to be closed after the answer. */
export const head = (method: string, target: string, headers: Readonly<Record<string, string>> = {}): string =>
  `${method} ${target} HTTP/1.1\r\n${Object.entries({ Host: 'anything.invalid', Connection: 'close', ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

function parse(text: string): RawAnswer {
  const [top = '', ...rest] = text.split('\r\n\r\n');
  const [start = '', ...lines] = top.split('\r\n');
  const headers = lines.map((line) => {
    const at = line.indexOf(':');
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
  });
  return { status: Number(start.split(' ')[1]), headers: Object.fromEntries(headers), text: rest.join('\r\n\r\n') };
}
