import sql from 'sql-template-tag';
import { Column, Entity } from 'typeorm';
import { writeCursor } from '../../common/pagination/cursor.js';
import { columnsOf } from './columns-of.js';
import { TimeColumn } from './columns.js';
import { listOf, strictlyAfter } from './list-query.js';
import { optional, text } from './typed-sql.js';

@Entity('notes')
class NoteEntity {
  @Column('text') id: string;
  @TimeColumn() createdAt: string;
  @TimeColumn({ nullable: true }) readAt: string | null;
}

const COLUMNS = columnsOf(NoteEntity, 'n');
const BEYOND = '(n.created_at, n.id) > ($1::timestamptz, $2::text)';

describe('strictlyAfter', () => {
  /** The condition for rows behind a cursor in ascending order of `createdAt` as the columns have it. */
  const conditionOf = (columns: typeof COLUMNS): string => {
    const list = listOf({
      type: 'Note',
      columns,
      from: sql`notes n`,
      sorts: { created_at: 'createdAt' },
      defaultSort: { by: 'id', direction: 'asc' },
    });
    const cursor = writeCursor('created_at', { value: '2026-01-01T00:00:00.000Z', id: 'a' });
    const page = { kind: 'keyset', perPage: 20, orderBy: 'created_at', sort: 'asc', cursor } as const;
    return strictlyAfter(list, page, list.sorts.created_at!, cursor).text;
  };

  it('says nothing of nulls where the table has none, so that the index finds the page', () => {
    expect(conditionOf(COLUMNS)).toBe(BEYOND);
  });

  it.each([
    ['a column that may be null', { ...COLUMNS, createdAt: { ...COLUMNS.readAt, sql: sql`n.created_at` } }],
    ['a column of a row that a join may not have found', { ...COLUMNS, createdAt: optional(COLUMNS).createdAt }],
    ['an expression', { ...COLUMNS, createdAt: { ...text`n.created_at`, type: 'timestamptz' } }],
  ])('goes on with the nulls of %s', (_, columns) => {
    expect(conditionOf(columns as typeof COLUMNS)).toBe(`${BEYOND} or n.created_at is null`);
  });
});
