import { Database } from '../../src/platform/database/database.js';
import type { TestApp } from './app.js';

/**
 * How many statements one of several equal requests sends, at the fewest: sometimes one reloads settings or feature
 * flags. For an app that runs no jobs, whose statements would count too.
 */
export async function fewestStatements(app: TestApp, request: () => Promise<unknown>): Promise<number> {
  const database = app.app.get<{ send(query: unknown): unknown }>(Database);
  const send = database.send.bind(database);
  const counts = [];
  for (let time = 0; time < 6; time++) {
    let statements = 0;
    database.send = (query) => {
      statements += 1;
      return send(query);
    };
    await request();
    counts.push(statements);
  }
  database.send = send;
  return Math.min(...counts);
}
