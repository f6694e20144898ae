import { Type } from '@sinclair/typebox';
import type { TObject, TSchema } from '@sinclair/typebox';
import { record } from '../../../common/wire/wire-types.js';
import { INTEGRATION_KINDS } from '../kinds/index.js';
import type { IntegrationKind } from '../kinds/kind.js';
import type { Param } from '../kinds/param.js';

function bodyOf({ slug, params, flags }: IntegrationKind): TObject {
  return record(`${inPascalCase(slug)}Settings`, {
    ...Object.fromEntries(params.map((param) => [param.name, paramOf(param)])),
    ...Object.fromEntries(flags.map((name) => [name, Type.Optional(Type.Boolean({ description: FLAG }))])),
  });
}

const FLAG = 'A switch.';
const DESCRIPTIONS: Readonly<Record<Param['type'], string>> = {
  text: 'One line of text.',
  multi: 'Text of several lines.',
  url: 'An address that is requested.',
  link: 'An address that is shown.',
  bool: FLAG,
  int: 'A port.',
  word: 'One of these words.',
};

function paramOf(param: Param): TSchema {
  const schema = valueOf(param);
  return param.required ? schema : Type.Optional(schema);
}

function valueOf({ type, secret, default: fallback, values }: Param): TSchema {
  const description = `${secret ? 'Secret: it is never shown. ' : ''}${DESCRIPTIONS[type]}`;
  const options = { description, ...(secret && { writeOnly: true }), ...(fallback !== null && { default: fallback }) };
  switch (type) {
    case 'bool':
      return Type.Boolean(options);
    case 'int':
      return Type.Integer(options);
    case 'word':
      return Type.String({ ...options, enum: [...values] });
    default:
      return Type.String(options);
  }
}

const inPascalCase = (slug: string): string =>
  slug.replace(/(?:^|-)([a-z])/g, (_all, first: string) => first.toUpperCase());

/** PUT bodies of all kinds, generated from their descriptors (contract: integrations §5). */
export const IntegrationBodySchema = Type.Union(INTEGRATION_KINDS.map(bodyOf));
