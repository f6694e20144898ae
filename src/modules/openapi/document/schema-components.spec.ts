import { Type } from '@sinclair/typebox';
import { nullable, record } from '../../../common/wire/wire-types.js';
import { SchemaComponents } from './schema-components.js';

const Owner = record('Owner', { id: Type.Integer() });
const reference = { $ref: '#/components/schemas/Owner' };

describe('SchemaComponents', () => {
  it('refers to a schema with a name wherever it is used, and holds it once', () => {
    const schemas = new SchemaComponents();

    const used = schemas.use(Type.Object({ owner: Owner, former: Type.Array(nullable(Owner)) }));

    expect(used).toMatchObject({
      properties: { owner: reference, former: { items: { anyOf: [reference, { type: 'null' }] } } },
    });
    expect(schemas.all()).toEqual({
      Owner: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
    });
  });

  it('refuses two schemas of one name', () => {
    const schemas = new SchemaComponents();
    schemas.use(Owner);

    expect(() => schemas.use(record('Owner', { id: Type.String() }))).toThrow('Two schemas are called Owner.');
  });

  it.each([
    ['a type or null', nullable(Type.String()), { type: ['string', 'null'] }],
    ['words', Type.Union([Type.Literal('a'), Type.Literal('b')]), { type: 'string', enum: ['a', 'b'] }],
    ['any keys', Type.Record(Type.String(), Type.Integer()), { additionalProperties: { type: 'integer' } }],
  ])('writes %s as generators of clients read it', (_what, schema, expected) => {
    expect(new SchemaComponents().use(schema)).toMatchObject(expected);
  });
});
