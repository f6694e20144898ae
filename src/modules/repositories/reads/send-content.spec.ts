import { createServer, request as ask } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { sendContent } from './send-content.js';

const PIECE = 1024 * 1024;
const PIECES = 40;
const LISTENED = ['close', 'error', 'drain'];

/** Serves a blob of many pieces to each request; `look` is called before each piece. */
async function serve(look: (response: ServerResponse) => void) {
  const ends: Promise<void>[] = [];
  async function* piecesFor(response: ServerResponse): AsyncGenerator<Buffer> {
    for (let sent = 0; sent < PIECES; sent += 1) {
      look(response);
      yield await Promise.resolve(Buffer.alloc(PIECE, 'x'));
    }
  }
  const server = createServer((request, response) => {
    const blob = { id: 'a'.repeat(40), type: 'blob', size: PIECE * PIECES, pieces: piecesFor(response) };
    ends.push(sendContent(request, response, blob as never, 'name'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const get = async (): Promise<IncomingMessage> => {
    const asked = ask({ port, host: '127.0.0.1', agent: false }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return answer;
  };
  return { get, ends, end: () => server.close() };
}

describe('sendContent', () => {
  it('leaves no listener behind with each piece', async () => {
    let most = 0;
    const { get, ends, end } = await serve((response) => {
      most = Math.max(most, ...LISTENED.map((name) => response.listenerCount(name)));
    });

    let received = 0;
    for await (const chunk of await get()) {
      received += (chunk as Buffer).length;
    }
    await Promise.all(ends);
    end();

    expect(received).toBe(PIECE * PIECES);
    expect(most).toBeLessThan(5);
  });

  it('ends when the client has gone in the middle', async () => {
    let looked = 0;
    const { get, ends, end } = await serve(() => {
      looked += 1;
    });

    const answer = await get();
    await once(answer, 'readable');
    answer.destroy();
    await Promise.all(ends);
    end();

    expect(looked).toBeLessThan(PIECES);
  });
});
