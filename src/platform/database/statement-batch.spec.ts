import { aConnection } from '../../../test/fixtures/connections.js';
import { PreparedStatement } from './prepared-statement.js';
import { StatementBatch } from './statement-batch.js';

const INTEGER = 23;
const FIELDS = [{ name: 'id', dataTypeID: INTEGER }] as unknown as Parameters<
  PreparedStatement['handleRowDescription']
>[0]['fields'];
const statements = (...names: string[]) => names.map((name) => new PreparedStatement(name, `select '${name}'`, []));

describe('StatementBatch', () => {
  it('asks once for the answers to all of its statements, and gives each its own', async () => {
    const { sent, connection } = aConnection();
    const [first, second] = statements('a', 'b') as [PreparedStatement, PreparedStatement];
    const batch = new StatementBatch([first, second]);
    batch.submit(connection);
    for (const id of ['7', '8']) {
      batch.handleRowDescription({ fields: FIELDS });
      batch.handleDataRow({ fields: [id] });
      batch.handleCommandComplete({ text: 'SELECT 1' });
    }
    batch.handleReadyForQuery();

    expect(sent.filter((word) => word === 'sync')).toHaveLength(1);
    expect((await first.answer).rows).toEqual([{ id: 7 }]);
    expect((await second.answer).rows).toEqual([{ id: 8 }]);
    expect(await batch.end).toBeUndefined();
    expect(batch.unanswered).toEqual([]);
  });

  it('leaves those behind one that fails, which have not run', async () => {
    const { connection } = aConnection();
    const [first, second, third] = statements('a', 'b', 'c') as [
      PreparedStatement,
      PreparedStatement,
      PreparedStatement,
    ];
    const failure = new Error('division by zero');
    const batch = new StatementBatch([first, second, third]);
    batch.submit(connection);
    batch.handleCommandComplete({ text: 'SELECT 0' });
    batch.handleError(failure);

    expect((await first.answer).rows).toEqual([]);
    await expect(second.answer).rejects.toBe(failure);
    expect(await batch.end).toBe(failure);
    expect(batch.unanswered).toEqual([third]);
  });
});
