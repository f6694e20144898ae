import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { TinyChunks } from './tiny-chunks.js';

export interface ConnectionRules {
  /** Maximum number of connections. Beyond it, idle keep-alive connections are closed for new ones. */
  readonly most: number;
  /** How long a client may pause while it sends a body or reads an answer. */
  readonly idleMs: number;
  /** Time limit for the head of a request, and for the rest of a body that the service does not read. */
  readonly headMs: number;
}

/** Limit of incomplete heads over all connections: each may grow to hundreds of kilobytes. */
const MAX_HEAD_BYTES = 64 * 1024 * 1024;
/** A head of this size is always accepted. */
const USUAL_HEAD_BYTES = 16 * 1024;
const LOOK_MS = 500;
/** Minimum rate at which a client must read an answer that waits in memory. */
const ANSWER_BYTES_PER_MS = 32;
const KEEP_ALIVE_MS = 65_000;

/** How many requests a client may pipeline behind the one being served. */
const MAX_WAITING = 32;

/** One connection: its open exchanges, and the offset at which the head of its next request began. */
class Connection {
  readonly exchanges = new Set<ServerResponse>();
  headStart = 0;
  private readonly waiting: (() => void)[] = [];
  private isOverfull = false;

  constructor(readonly socket: Socket) {}

  /** Bytes received of an incomplete head. */
  get headBytes(): number {
    return this.exchanges.size > 0 ? 0 : this.socket.bytesRead - this.headStart;
  }

  /**
   * Serves the requests of one connection in sequence, because they must be answered in that order. When a client
   * pipelines too many, the connection is read no further and is closed after the last answer.
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

  /** Called when the open exchange has ended. */
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

  /** Ends the responses that were not being sent: when a connection closes, Node closes only the current one. */
  closeUnsent(): void {
    for (const response of [...this.exchanges].filter(({ closed }) => !closed)) {
      response.destroy();
      response.emit('close');
    }
  }

  /** Whether the service waits for the client, which pauses in the middle of a body or does not read its answer. */
  get waitsForClient(): boolean {
    const isReading = [...this.exchanges].some(({ req }) => !req.complete && req.readableLength === 0);
    return this.exchanges.size === 0 || isReading || this.socket.writableLength > 0;
  }
}

/**
 * Closes connections that clients keep open without using them, and releases what the service holds for them. `serve`
 * is called for each request when the requests before it on its connection are answered.
 */
export function limitConnections(
  server: Server,
  rules: ConnectionRules,
  serve: (request: IncomingMessage, response: ServerResponse) => void,
): void {
  const { most, idleMs, headMs } = rules;
  const connections = new Map<Socket, Connection>();
  const tinyChunks = new TinyChunks();
  server.requestTimeout = 0; // uploads take long; bodies that are held in memory have their own limits
  server.headersTimeout = headMs;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.maxConnections = most;
  server.on('drop', () => {
    server.closeIdleConnections();
  });
  let look: NodeJS.Timeout | undefined;
  const stopLooking = (): void => {
    clearInterval(look);
    look = undefined;
  };
  server.on('connection', (socket) => {
    const connection = new Connection(socket);
    connections.set(socket, connection);
    look ??= setInterval(() => {
      dropLargestHeads(connections.values());
      if (connections.size === 0) {
        stopLooking();
      }
    }, LOOK_MS).unref();
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
  server.once('close', stopLooking);
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

/** Limits how long an answer that is already written may wait in memory for the client to read it. */
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
