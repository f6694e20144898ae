import type { PoolClient } from 'pg';
import type { PreparedStatement } from './prepared-statement.js';
import { StatementOrder } from './statement-order.js';

const orders = new WeakMap<PoolClient, StatementOrder>();

/**
 * Makes a connection safe for concurrent calls within one transaction: statements keep their order, and a broken
 * connection fails its statement instead of ending the process.
 */
export function prepareClient(client: PoolClient): PoolClient {
  orderOf(client);
  return client;
}

/** Sends a statement together with the next one on the connection, or with the commit: these fail if it does. */
export function sendWithNext(client: PoolClient, statement: PreparedStatement): void {
  orderOf(client).addToNext(statement);
}

function orderOf(client: PoolClient): StatementOrder {
  const known = orders.get(client);
  if (known) {
    return known;
  }
  const order = new StatementOrder(client);
  orders.set(client, order);
  client.on('error', () => undefined);
  Object.defineProperty(client, 'query', { value: order.query });
  return order;
}
