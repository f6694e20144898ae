import type { PoolClient, Submittable } from 'pg';
import { aConnection } from '../../../test/fixtures/connections.js';
import { PreparedStatement } from './prepared-statement.js';
import { StatementOrder } from './statement-order.js';

type Answering = Submittable & Pick<PreparedStatement, 'handleCommandComplete' | 'handleReadyForQuery' | 'handleError'>;

const nextTick = () => new Promise((resolve) => process.nextTick(resolve));
const aStatement = (name: string) => new PreparedStatement(name, `select '${name}'`, []);

/**
 * A client whose server answers each message a moment later; the statement named `failing` is refused, and its
 * transaction is rolled back by whatever ends it.
 */
function aClient() {
  const messages: string[] = [];
  const failure = new Error('refused');
  let hasFailed = false;
  const tagOf = (name: string) => (name !== 'COMMIT' ? 'SELECT 0' : hasFailed ? 'ROLLBACK' : name);
  const answer = (names: readonly string[], query: Answering) => {
    for (const name of names) {
      if (name === 'failing') {
        hasFailed = true;
        query.handleError(failure);
        break;
      }
      query.handleCommandComplete({ text: tagOf(name) });
    }
    query.handleReadyForQuery();
  };
  const query = (sent: string | Answering) => {
    if (typeof sent === 'string') {
      messages.push(sent);
      return Promise.resolve();
    }
    const { connection } = aConnection();
    const names: string[] = [];
    Object.assign(connection, { bind: ({ statement }: { statement: string }) => names.push(statement) });
    sent.submit(connection);
    messages.push(names.join(' + '));
    setImmediate(answer, names, sent);
    return sent;
  };
  const order = new StatementOrder({ query } as unknown as PoolClient);
  const ask = (name: string) => (order.query(aStatement(name)) as PreparedStatement).answer;
  return { order, ask, messages, failure };
}

describe('StatementOrder', () => {
  it('sends what is asked for at once in one message, and what is asked for meanwhile in the next', async () => {
    const { ask, messages } = aClient();
    const first = [ask('a'), Promise.resolve().then(() => ask('b'))];
    await nextTick();
    await Promise.all([...first, ask('c'), ask('d')]);

    expect(messages).toEqual(['a + b', 'c + d']);
  });

  it('begins a transaction with its first statement and ends it with a message of its own', async () => {
    const { order, ask, messages } = aClient();
    await order.query('START TRANSACTION');
    await ask('a');
    await order.query('COMMIT');

    expect(messages).toEqual(['START TRANSACTION + a', 'COMMIT']);
  });

  it.each(['COMMIT', 'ROLLBACK'])('sends nothing of a transaction without statements (%s)', async (end) => {
    const { order, messages } = aClient();
    await order.query('START TRANSACTION');
    await order.query(end);

    expect(messages).toEqual([]);
  });

  it('sends writes that nobody waits for with the next statement, or with the commit', async () => {
    const { order, ask, messages } = aClient();
    await order.query('START TRANSACTION');
    order.addToNext(aStatement('write'));
    await ask('a');
    order.addToNext(aStatement('write'));
    await order.query('select 1');
    order.addToNext(aStatement('write'));
    await order.query('COMMIT');

    expect(messages).toEqual(['START TRANSACTION + write + a', 'write', 'select 1', 'write + COMMIT']);
  });

  it('fails what stands behind a statement that fails, the commit too', async () => {
    const { order, ask, messages, failure } = aClient();
    await order.query('START TRANSACTION');
    order.addToNext(aStatement('failing'));

    await expect(ask('a')).rejects.toBe(failure);

    order.addToNext(aStatement('failing'));

    await expect(order.query('COMMIT')).rejects.toBe(failure);

    await order.query('ROLLBACK');

    expect(messages).toEqual(['START TRANSACTION + failing + a', 'failing + COMMIT', 'ROLLBACK']);
  });

  it('says that a transaction was not committed where one of its statements had failed', async () => {
    const { order, ask, failure } = aClient();
    await order.query('START TRANSACTION');

    await expect(ask('failing')).rejects.toBe(failure);
    await expect(order.query('COMMIT')).rejects.toThrow('was rolled back');
  });

  it('ends, unsent, what waits when its transaction is rolled back', async () => {
    const { order, ask, messages } = aClient();
    await order.query('START TRANSACTION');
    await ask('a');
    order.addToNext(aStatement('write'));
    const waiting = ask('b');
    await Promise.all([order.query('ROLLBACK'), expect(waiting).rejects.toThrow('The transaction was rolled back.')]);

    expect(messages).toEqual(['START TRANSACTION + a', 'ROLLBACK']);
  });
});
