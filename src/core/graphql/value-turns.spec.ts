import { setImmediate as nextTurn } from 'node:timers/promises';
import { buildSchema, execute, parse } from 'graphql';
import type { GraphQLResolveInfo } from 'graphql';
import { fieldsBelow, turnFor } from './value-turns.js';

describe('turnFor', () => {
  it('lets other work of the process go on between pages of many values', async () => {
    let settled = 0;
    const pages = Array.from({ length: 6 }, async () => {
      await turnFor(5000);
      settled += 1;
    });
    await new Promise<void>((resolve) => {
      process.nextTick(resolve);
    });
    const settledAtOnce = settled;
    await Promise.all(pages);

    expect([settledAtOnce, settled]).toEqual([2, 6]);
  });

  it('keeps small pages together', async () => {
    await nextTurn();
    await nextTurn();
    let settled = 0;
    const pages = Array.from({ length: 100 }, async () => {
      await turnFor(20);
      settled += 1;
    });
    await new Promise<void>((resolve) => {
      process.nextTick(resolve);
    });

    expect(settled).toBe(pages.length);
  });
});

describe('fieldsBelow', () => {
  it.each([
    ['{ things { id } }', 1],
    ['{ things { id parent { id ... { id } } } }', 4],
    ['{ things { ...f } things { id } } fragment f on Thing { id parent { id } }', 4],
  ])('counts those of %s', async (text, count) => {
    const infos: GraphQLResolveInfo[] = [];
    const schema = buildSchema('type Query { things: [Thing] } type Thing { id: ID parent: Thing }');
    const things = (_args: unknown, _context: unknown, info: GraphQLResolveInfo) => {
      infos.push(info);
      return [];
    };
    await execute({ schema, document: parse(text), rootValue: { things } });

    expect(infos.map(fieldsBelow)).toEqual([count]);
  });
});
