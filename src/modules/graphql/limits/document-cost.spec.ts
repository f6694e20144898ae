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

  it('reads sizes of pages from variables', () => {
    expect(costOf('query ($n: Int) { things(first: $n) { count } }', { n: 60 }).complexity).toBe(4);
  });

  it('looks at fragments that nobody uses', () => {
    const document = parse('{ thing { id } } fragment f on Thing { parent { parent { id } } }');

    expect(new DocumentCost(SCHEMA, document, {}).largest()).toEqual({ complexity: 3, depth: 3 });
  });

  it('refuses a field with more than 20 aliases', () => {
    const aliases = Array.from({ length: 21 }, (_, index) => `a${index}: id`).join(' ');

    expect(() => costOf(`{ thing { ${aliases} } }`)).toThrow('The field id has more than 20 aliases');
  });
});
