import sql from 'sql-template-tag';
import {
  bigint,
  jsonObject,
  nullable,
  query,
  requireColumns,
  returning,
  select,
  text,
  timestamptz,
} from './typed-sql.js';

const COLUMNS = { id: bigint`t.id`, name: nullable(text`t.name`) };
const BIGINT = 20;
const NUMERIC = 1700;
const TEXT = 25;

describe('select', () => {
  it('writes the select list from its columns', () => {
    const { sql: statement } = select(COLUMNS, sql`from things t where t.id = ${7}`);

    expect(statement.text).toBe(' select t.id as "id",t.name as "name" from things t where t.id = $1');
    expect(statement.values).toEqual([7]);
  });
});

describe('returning', () => {
  it('follows a change', () => {
    const { sql: statement } = returning({ id: bigint`id` }, sql`delete from things`);

    expect(statement.text).toBe('delete from things returning id as "id"');
  });
});

describe('jsonObject', () => {
  it('refuses a time, which JSON would spell in another way', () => {
    expect(() => jsonObject({ at: timestamptz`t.created_at` })).toThrow(TypeError);
  });
});

describe('requireColumns', () => {
  const asked = query(COLUMNS, sql`select t.id, t.name from things t`);

  it('admits the declared names and types', () => {
    expect(() => {
      requireColumns(asked, [
        { name: 'id', dataTypeID: BIGINT },
        { name: 'name', dataTypeID: TEXT },
      ]);
    }).not.toThrow();
  });

  it.each([
    ['another type', { name: 'id', dataTypeID: NUMERIC }],
    ['another name', { name: 'number', dataTypeID: BIGINT }],
  ])('refuses %s', (_what, field) => {
    expect(() => {
      requireColumns(asked, [field, { name: 'name', dataTypeID: TEXT }]);
    }).toThrow('declared are id:bigint, name:text');
  });

  it('refuses a column that is missing', () => {
    expect(() => {
      requireColumns(asked, [{ name: 'id', dataTypeID: BIGINT }]);
    }).toThrow('A statement answers id:20');
  });
});
