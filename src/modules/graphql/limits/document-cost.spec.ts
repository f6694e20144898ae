import { buildSchema, getOperationAST, parse } from 'graphql';
import { DocumentCost } from './document-cost.js';

const SCHEMA = buildSchema(`
  type Query { thing: Thing  things(first: Int, last: Int): ThingConnection }
  type ThingConnection { nodes: [Thing]  count: Int }
  type Thing { id: ID  things(first: Int): ThingConnection  parent: Thing }`);

function costOf(text: string, variables: Record<string, unknown> = {}) {
  const document = parse(text);
  return new DocumentCost(SCHEMA, document, variables).of(getOperationAST(document)!);
}

const aliases = (name: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `${name}${index}: id`).join(' ');

describe('DocumentCost', () => {
  it.each([
    ['{ thing { id } }', 2, 2],
    ['{ __typename }', 1, 1],
    ['{ __schema { types { name } } thing { id } }', 2, 2],
    ['{ things(first: 20) { count } }', 2, 2],
    ['{ things(first: 50) { count } }', 4, 2],
    ['{ things(first: 1) { nodes { id } } }', 3, 3],
    ['{ things { nodes { id } } }', 11, 3],
    ['{ things(first: 1000) { count } }', 6, 2],
    ['{ things(first: 40) { nodes { things(first: 40) { nodes { id } } } } }', 13, 5],
    ['query ($n: Int) { things(last: $n) { count } }', 6, 2],
    ['{ thing { ...f } } fragment f on Thing { id parent { ...g } } fragment g on Thing { id }', 4, 3],
    ['{ thing { ... on Thing { id } ... { id } } }', 3, 2],
    ['{ thing { ...f } } fragment f on Thing { parent { ...f } }', 2, 2],
    ['{ nothing { at { all } } }', 3, 3],
  ])('adds up %s', (text, complexity, depth) => {
    expect(costOf(text)).toEqual({ complexity, depth });
  });

  it.each([
    ['{ thing { id } }', 2],
    ['{ things(first: 20) { nodes { id } } }', 41],
    ['{ things(first: 0) { count } }', 2],
    ['{ things(first: 20) { nodes { things(first: 20) { nodes { id } } } } }', 841],
    ['{ things(first: 20) { ...f } } fragment f on ThingConnection { nodes { things { nodes { id } } } }', 4041],
  ])('counts the values of full pages in %s', (text, values) => {
    expect(new DocumentCost(SCHEMA, parse(text), {}).largest().values).toBe(values);
  });

  it('reads sizes of pages from variables', () => {
    expect(costOf('query ($n: Int) { things(first: $n) { count } }', { n: 60 }).complexity).toBe(4);
  });

  it.each([
    ['query ($n: Int = 40) { things(first: $n) { count } }', {}, 3],
    ['query ($n: Int = 40) { things(first: $n) { count } }', { n: 60 }, 4],
    ['query ($n: Int = 40) { things(first: $n) { count } }', { n: null }, 6],
    ['query ($n: Int = 40) { ...f } fragment f on Query { things(first: $n) { count } }', {}, 3],
    [
      'query a($n: Int = 20) { ...f } query b($n: Int = 80) { ...f } fragment f on Query { things(first: $n) { count } }',
      {},
      5,
    ],
    [
      'query a($n: Int = 20) { ...f } query b($n: Int) { ...f } fragment f on Query { things(first: $n) { count } }',
      {},
      6,
    ],
  ])('reads the size of a page in %s with %j from the value or the default', (text, variables, complexity) => {
    expect(new DocumentCost(SCHEMA, parse(text), variables).largest().complexity).toBe(complexity);
  });

  it('looks at fragments that nobody uses', () => {
    const document = parse('{ thing { id } } fragment f on Thing { parent { parent { id } } }');

    expect(new DocumentCost(SCHEMA, document, {}).largest()).toMatchObject({ complexity: 3, depth: 3 });
  });

  it('refuses a field with more than 20 aliases', () => {
    expect(() => costOf(`{ thing { ${aliases('a', 21)} } }`)).toThrow('The field id has more than 20 aliases');
  });

  it.each([
    [
      'fragments',
      '{ thing { ...f ...g } } fragment f on Thing { ...h } fragment g on Thing { ',
      ' } fragment h on Thing { ',
      ' }',
    ],
    ['inline fragments', '{ thing { ... on Thing { ', ' } ... { ', ' } } }'],
  ])('counts aliases of %s together', (_what, before, between, after) => {
    const text = (second: number) => `${before}${aliases('a', 10)}${between}${aliases('b', second)}${after}`;

    expect(() => costOf(text(11))).toThrow('The field id has more than 20 aliases');
    expect(() => costOf(text(10))).not.toThrow();
  });

  it('counts the aliases of a fragment once, however often it is spread', () => {
    expect(() => costOf(`{ thing { ...f ...f } } fragment f on Thing { ${aliases('a', 20)} }`)).not.toThrow();
  });
});
