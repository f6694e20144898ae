import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { TinyChunks } from './tiny-chunks.js';

export interface ConnectionRules {
  /** Connections at once; those that wait for their next request give way to new ones. */
  readonly most: number;
  /** How long a client may send nothing of a body, or take nothing of an answer. */
  readonly idleMs: number;
  /** How long the head of a request may take, and the rest of a body that is not read any more. */
  readonly headMs: number;
}

/** Of heads that are still being read, over all connections: each may grow to hundreds of kilobytes. */
const MAX_HEAD_BYTES = 64 * 1024 * 1024;
/** Every head may be so long. */
const USUAL_HEAD_BYTES = 16 * 1024;
const LOOK_MS = 500;
/** How fast an answer that waits in memory must be read. */
const ANSWER_BYTES_PER_MS = 32;
const KEEP_ALIVE_MS = 65_000;

/** Requests that a client may send on a connection before the one that is served has its answer. */
const MAX_WAITING = 32;

/** One connection: what is under way on it, and where the head of its next request began. */
class Connection {
  readonly exchanges = new Set<ServerResponse>();
  headStart = 0;
  private readonly waiting: (() => void)[] = [];
  private isOverfull = false;

  constructor(readonly socket: Socket) {}

  /** Bytes of a head that is not complete. */
  get headBytes(): number {
    return this.exchanges.size > 0 ? 0 : this.socket.bytesRead - this.headStart;
  }

  /**
   * Requests of one connection are served one after the other, since that is how they are answered. One that sends more
   * than may wait is read no further, and closed behind its last answer.
   */
  inTurn(serve: () => void): void {
    if (this.isOverfull) {
      return;
    }
    if (this.exchanges.size === 0 && this.waiting.length === 0) {
      serve();
    } else if (this.waiting.length < MAX_WAITING) {
      this.waiting.push(serve);
    } else {
      this.isOverfull = true;
      this.socket.on('resume', () => this.socket.pause());
      this.socket.pause();
    }
  }

  /** The exchange that was under way is over. */
  goOn(): void {
    if (this.waiting.length === 0 && !this.isOverfull) {
      return;
    }
    setImmediate(() => {
      if (this.socket.destroyed || this.exchanges.size > 0) {
        return;
      }
      const next = this.waiting.shift();
      if (next) {
        next();
      } else if (this.isOverfull) {
        this.socket.destroySoon();
      }
    });
  }

  /** Of several answers on one connection Node closes only the one that was being sent: the others are ended here. */
  closeUnsent(): void {
    for (const response of [...this.exchanges].filter(({ closed }) => !closed)) {
      response.destroy();
      response.emit('close');
    }
  }

  /** The service has nothing to do for it: the client is silent in the middle of a body, or does not read. */
  get waitsForClient(): boolean {
    const isReading = [...this.exchanges].some(({ req }) => !req.complete && req.readableLength === 0);
    return this.exchanges.size === 0 || isReading || this.socket.writableLength > 0;
  }
}

/**
 * Ends connections whose clients keep them, and what the service holds for them, without using them. `serve` is called for
 * each request, once those before it on its connection are answered.
 */
export function limitConnections(
  server: Server,
  rules: ConnectionRules,
  serve: (request: IncomingMessage, response: ServerResponse) => void,
): void {
  const { most, idleMs, headMs } = rules;
  const connections = new Map<Socket, Connection>();
  const tinyChunks = new TinyChunks();
  server.requestTimeout = 0; // uploads take their time; bodies that are held in memory have limits of their own
  server.headersTimeout = headMs;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.maxConnections = most;
  server.on('drop', () => {
    server.closeIdleConnections();
  });
  server.on('connection', (socket) => {
    const connection = new Connection(socket);
    connections.set(socket, connection);
    socket.once('close', () => {
      connections.delete(socket);
      setImmediate(() => {
        connection.closeUnsent();
      });
    });
  });
  server.on('request', (request, response) => {
    const connection = connections.get(request.socket);
    tinyChunks.watch(request);
    connection?.inTurn(() => {
      follow(connection, request, response, rules);
      serve(request, response);
    });
  });
  server.setTimeout(idleMs, (socket) => {
    if (connections.get(socket)?.waitsForClient ?? true) {
      socket.destroy();
    } else {
      socket.setTimeout(idleMs);
    }
  });
  const look = setInterval(() => {
    dropLargestHeads(connections.values());
  }, LOOK_MS).unref();
  server.once('close', () => {
    clearInterval(look);
  });
}

function follow(
  connection: Connection,
  request: IncomingMessage,
  response: ServerResponse,
  { idleMs, headMs }: ConnectionRules,
): void {
  const { socket } = connection;
  const end = (): void => {
    connection.exchanges.delete(response);
    connection.headStart = socket.bytesRead;
    connection.goOn();
  };
  connection.exchanges.add(response);
  response.once('prefinish', () => {
    limitReading(socket, response, idleMs);
  });
  response.once('close', () => {
    if (request.complete || request.destroyed) {
      end();
      return;
    }
    const limit = setTimeout(() => socket.destroy(), headMs).unref();
    request.once('close', () => {
      clearTimeout(limit);
      end();
    });
  });
}

/** An answer that is written, and waits in memory for the client to read it. */
function limitReading(socket: Socket, response: ServerResponse, idleMs: number): void {
  const { writableLength: bytes } = socket;
  if (bytes === 0) {
    return;
  }
  const limit = setTimeout(() => socket.destroy(), idleMs + bytes / ANSWER_BYTES_PER_MS).unref();
  response.once('close', () => {
    clearTimeout(limit);
  });
}

function dropLargestHeads(connections: Iterable<Connection>): void {
  const large = [...connections].filter(({ headBytes }) => headBytes > USUAL_HEAD_BYTES);
  let held = large.reduce((sum, { headBytes }) => sum + headBytes, 0);
  for (const connection of large.sort((a, b) => b.headBytes - a.headBytes)) {
    if (held <= MAX_HEAD_BYTES) {
      return;
    }
    held -= connection.headBytes;
    connection.socket.destroy();
  }
}
