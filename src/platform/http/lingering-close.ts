import type { IncomingMessage, ServerResponse } from 'node:http';

/** Maximum time to wait for the rest of a body. */
const LINGER_MS = 10_000;

/**
 * For a connection that ends with this answer: reads what the client still sends before closing. Closing with unread
 * bytes resets the connection, and a client that is sending a large body then loses the answer that refuses it.
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

/**
 * For a connection that stays open: reads and drops the unread rest of the request body, since the next request waits
 * behind it. Node does this itself only when nothing of the body was read.
 */
export function dropUnread(request: IncomingMessage, response: ServerResponse): void {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (length === undefined && coding === undefined) {
    return; // the request has no body
  }
  response.once('finish', () => {
    if (request.complete || request.destroyed) {
      return;
    }
    const timer = setTimeout(() => request.destroy(), LINGER_MS).unref();
    request.once('close', () => {
      clearTimeout(timer);
    });
    request.resume();
  });
}
