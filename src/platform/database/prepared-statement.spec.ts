import { aConnection } from '../../../test/fixtures/connections.js';
import { PreparedStatement } from './prepared-statement.js';

const BIGINT = 20;
const TEXT = 25;
const JSON_TYPE = 114;
const FIELDS = [
  { name: 'id', dataTypeID: BIGINT },
  { name: 'name', dataTypeID: TEXT },
] as unknown as Parameters<PreparedStatement['handleRowDescription']>[0]['fields'];
const aStatement = () => new PreparedStatement('name', 'select 1', [1, null]);

describe('PreparedStatement', () => {
  it('is prepared and described once on a connection', async () => {
    const { sent, connection } = aConnection();
    const first = aStatement();
    first.submit(connection);
    first.handleRowDescription({ fields: FIELDS });
    first.handleDataRow({ fields: ['7', null] });
    first.handleCommandComplete({ text: 'SELECT 1' });
    first.handleReadyForQuery();
    const second = aStatement();
    second.submit(connection);
    second.handleDataRow({ fields: ['8', 'b'] });
    second.handleDataRow({ fields: ['9', ''] });
    second.handleCommandComplete({ text: 'SELECT 2' });
    second.handleReadyForQuery();

    expect(sent.join(' ')).toBe('close parse bind describe execute sync bind execute sync');
    expect(await first.answer).toMatchObject({ rows: [{ name: null }], rowCount: 1, fields: FIELDS });
    expect((await second.answer).rows.map(({ name }) => name as string)).toEqual(['b', '']);
  });

  it('reads rows as each connection describes them', async () => {
    const described = (type: number) => [{ ...FIELDS[1]!, dataTypeID: type }] as unknown as typeof FIELDS;
    const answers = await Promise.all(
      [TEXT, JSON_TYPE].map((type) => {
        const statement = aStatement();
        statement.submit(aConnection().connection);
        statement.handleRowDescription({ fields: described(type) });
        statement.handleDataRow({ fields: ['{"a":1}'] });
        statement.handleCommandComplete({ text: 'SELECT 1' });
        statement.handleReadyForQuery();
        return statement.answer;
      }),
    );

    expect(answers.map(({ rows }) => rows)).toEqual([[{ name: '{"a":1}' }], [{ name: { a: 1 } }]]);
  });

  it('is prepared anew after an execution that failed the first time', async () => {
    const { sent, connection } = aConnection();
    const first = aStatement();
    first.submit(connection);
    first.handleError(new Error('invalid input'));
    aStatement().submit(connection);

    await expect(first.answer).rejects.toThrow('invalid input');
    expect(sent.filter((word) => word === 'parse')).toHaveLength(2);
  });

  it('is not described again when it answers no rows', async () => {
    const { sent, connection } = aConnection();
    const first = aStatement();
    first.submit(connection);
    first.handleCommandComplete({ text: 'UPDATE 3' });
    first.handleReadyForQuery();
    aStatement().submit(connection);

    expect(await first.answer).toEqual({ rows: [], rowCount: 3, fields: [] });
    expect(sent.filter((word) => word === 'describe')).toHaveLength(1);
  });

  it('fails with the error of a value that cannot be read, and reads the rows behind it', async () => {
    const { connection } = aConnection();
    const statement = aStatement();
    statement.submit(connection);
    statement.handleRowDescription({ fields: [{ ...FIELDS[0]!, dataTypeID: JSON_TYPE }] });
    statement.handleDataRow({ fields: ['no json'] });
    statement.handleDataRow({ fields: ['{}'] });
    statement.handleCommandComplete({ text: 'SELECT 2' });
    statement.handleReadyForQuery();

    await expect(statement.answer).rejects.toThrow('JSON');
  });
});
