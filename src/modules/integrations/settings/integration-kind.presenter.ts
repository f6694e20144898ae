import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable, record } from '../../../common/wire/wire-types.js';
import type { IntegrationKind } from '../kinds/kind.js';
import { isTestable } from '../kinds/kind.js';
import type { Param } from '../kinds/param.js';

const ParameterSchema = record('IntegrationParameter', {
  name: Type.String(),
  type: Type.String(),
  required: Type.Boolean(),
  secret: Type.Boolean(),
  default: nullable(Type.Union([Type.String(), Type.Integer(), Type.Boolean()])),
  values: Type.Array(Type.String()),
});

/** Contract: integrations §12. */
export const IntegrationKindSchema = record('IntegrationKind', {
  slug: Type.String(),
  aliases: Type.Array(Type.String()),
  title: Type.String(),
  category: Type.String(),
  events: Type.Array(Type.String()),
  flags: Type.Array(Type.String()),
  parameters: Type.Array(ParameterSchema),
  testable: Type.Boolean(),
});

export const presentKind = (kind: IntegrationKind): Static<typeof IntegrationKindSchema> => ({
  slug: kind.slug,
  aliases: [kind.alias],
  title: kind.title,
  category: kind.category,
  events: [...kind.events],
  flags: [...kind.flags],
  parameters: kind.params.map(presentParam),
  testable: isTestable(kind),
});

const presentParam = ({ name, type, required, secret, default: value, values }: Param) => ({
  name,
  type,
  required,
  secret,
  default: value,
  values: [...values],
});
