import type { IncomingMessage } from 'node:http';

/** The longest that the rest of a body is waited for. */
const LINGER_MS = 10_000;

/**
 * For a connection that ends with this answer: what the client still sends is read first. To close on unread bytes
 * resets the connection, and a client that sends a large body loses the answer that refuses it.
 */
export function closeLingering(request: IncomingMessage): void {
  const { socket } = request;
  const close = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    if (request.complete || request.destroyed) {
      close();
      return;
    }
    socket.end();
    const timer = setTimeout(close, LINGER_MS).unref();
    request.once('close', () => {
      clearTimeout(timer);
      close();
    });
    request.resume();
  };
}
