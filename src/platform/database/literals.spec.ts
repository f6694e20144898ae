import sql from 'sql-template-tag';
import { withLiterals } from './literals.js';

describe('withLiterals()', () => {
  it('writes numbers, texts and arrays into the text', () => {
    const { sql: text, values } = withLiterals(
      sql`select ${1.5}, ${"o'clock"}, ${'back\\slash'}, unnest(${['a', 'b']}::text[], ${[1, 2]}::int[]), ${[]}::text[]`,
    );

    expect(values).toEqual([]);
    expect(text).toBe(
      `select 1.5, 'o''clock',  E'back\\\\slash', unnest(array['a', 'b']::text[], array[1, 2]::int[]), array[]::text[]`,
    );
  });

  it('has none for other values', () => {
    expect(() => withLiterals(sql`select ${new Date()}`)).toThrow(TypeError);
  });
});
