import type { PoolClient } from 'pg';
import { PreparedStatement } from './prepared-statement.js';

const prepared = new WeakSet<PoolClient>();

/**
 * Makes a connection safe to be used by several calls of one transaction: statements asked for at once are sent one after
 * the other, and a connection that breaks fails its statement instead of ending the process.
 */
export function prepareClient(client: PoolClient): PoolClient {
  if (!prepared.has(client)) {
    prepared.add(client);
    client.on('error', () => undefined);
    sendOneAtATime(client);
  }
  return client;
}

function sendOneAtATime(client: PoolClient): void {
  const send = client.query.bind(client);
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  const query = (...args: unknown[]): unknown => {
    const [first] = args;
    const isPrepared = first instanceof PreparedStatement;
    const now = (): unknown => {
      const sent: unknown = Reflect.apply(send, client, args);
      return isPrepared ? first.answer : sent;
    };
    if (typeof args.at(-1) === 'function' || (isSubmittable(first) && !isPrepared)) {
      return now(); // the pool's own statements, on a connection that nobody else uses; streams
    }
    const answer = waiting === 0 ? Promise.resolve(now()) : last.then(now);
    waiting += 1;
    last = answer.then(
      () => (waiting -= 1),
      () => (waiting -= 1),
    );
    return isPrepared ? first : answer;
  };
  Object.defineProperty(client, 'query', { value: query });
}

const isSubmittable = (query: unknown): boolean => typeof query === 'object' && query !== null && 'submit' in query;
