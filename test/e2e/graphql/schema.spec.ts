import { readFileSync } from 'node:fs';
import { buildSchema, GraphQLObjectType } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { ENDPOINT } from './ask.js';

const PAGE = 'first: Int, after: String, last: Int, before: String';
const BUILT_IN = new Set(['Int', 'String', 'ID', 'Boolean', 'Float']);

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ jobs: false });
});
afterAll(() => app.close());

/** The schema as the contract writes it; what it names and does not define has no fields here. */
function contracted(): GraphQLSchema {
  const [, block = ''] = /```graphql\n(.*?)```/s.exec(readFileSync('docs/contract/scim-graphql.md', 'utf8')) ?? [];
  const text = block.replace(/#.*$/gm, '').replaceAll('<page>', PAGE);
  const connections = new Set([...text.matchAll(/\b(\w+)Connection\b/g)].map(([, name = '']) => name));
  const definitions = [text, ...[...connections].map((name) => `type ${name}Connection { nodes: [${name}!]! }`)].join(
    '\n',
  );
  const defined = new Set([...definitions.matchAll(/type (\w+)/g)].map(([, name = '']) => name));
  const named = new Set([...text.matchAll(/[:[]\s*([A-Z]\w+)/g)].map(([, name = '']) => name));
  const others = [...named].filter((name) => !defined.has(name) && !BUILT_IN.has(name));
  return buildSchema(`${definitions}\n${others.map((name) => `scalar ${name}`).join('\n')}`);
}

/** Fields with their arguments and types, one a line. */
function fieldsOf(schema: GraphQLSchema): string[] {
  return Object.values(schema.getTypeMap())
    .filter((type) => type instanceof GraphQLObjectType)
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type) =>
      Object.values(type.getFields()).map(({ name, args, type: of }) => {
        const taken = args.map((arg) => `${arg.name}: ${String(arg.type)}`).sort();
        return `${type.name}.${name}(${taken.join(', ')}): ${String(of)}`;
      }),
    );
}

describe('the schema', () => {
  it('has the types, fields, arguments and nullability of the contract', async () => {
    const { text } = await app.anonymous.get(`${ENDPOINT}/schema`);
    const [wanted, served] = [fieldsOf(contracted()), new Set(fieldsOf(buildSchema(text)))];

    expect(wanted.length).toBeGreaterThan(130);
    expect(wanted.filter((field) => !served.has(field))).toEqual([]);
  });
});
