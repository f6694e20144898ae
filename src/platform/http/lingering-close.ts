import type { IncomingMessage, ServerResponse } from 'node:http';

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

/**
 * For a connection that goes on: what an answer left unread of its request is read and dropped, or the next request would
 * wait behind it. Node does so itself only where nothing of the body was read.
 */
export function dropUnread(request: IncomingMessage, response: ServerResponse): void {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (length === undefined && coding === undefined) {
    return; // it has no body
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
