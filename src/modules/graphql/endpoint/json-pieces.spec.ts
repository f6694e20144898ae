import { GraphQLError } from 'graphql';
import { jsonPieces } from './json-pieces.js';

async function piecesOf(answer: unknown): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of jsonPieces(answer)) {
    pieces.push(piece);
  }
  return pieces;
}

describe('jsonPieces', () => {
  it.each([
    [{ data: { a: null, b: [1, 'x"\n\u2028', true, []], c: {} }, errors: undefined }],
    [[{ data: null }, { data: { list: [undefined, [[1], [2]]] } }]],
    [Object.assign(Object.create(null) as object, { data: Object.assign(Object.create(null) as object, { id: 7 }) })],
    [{ errors: [new GraphQLError('no', { extensions: { code: 'FORBIDDEN' } })], at: new Date(0) }],
    [{ __proto__: null, __proto__x: 1 }],
  ])('makes the text of %j', async (answer) => {
    expect((await piecesOf(answer)).join('')).toBe(JSON.stringify(answer));
  });

  it('makes many pieces of a long text of many values', async () => {
    const rows = Array.from({ length: 1000 }, () => ({ description: 'x'.repeat(2000) }));

    const pieces = await piecesOf({ data: { rows } });

    expect(pieces.length).toBeGreaterThan(20);
    expect(pieces.join('')).toBe(JSON.stringify({ data: { rows } }));
  });
});
