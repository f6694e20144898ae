import { EventEmitter } from 'node:events';
import type { Connection } from 'pg';

/** A connection to PostgreSQL that notes what is sent to it. */
export function aConnection() {
  const sent: string[] = [];
  const note = (word: string) => () => sent.push(word);
  const connection = Object.assign(new EventEmitter(), {
    stream: { cork: () => undefined, uncork: () => undefined },
    ...Object.fromEntries(['close', 'parse', 'bind', 'describe', 'execute', 'sync'].map((word) => [word, note(word)])),
  });
  return { sent, connection: connection as unknown as Connection };
}
