import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable, record, Time } from '../../../common/wire/wire-types.js';
import type { CiVariable } from './ci-variable.js';

/** Contract: triggers §11. */
export const VariableSchema = record('Variable', {
  key: Type.String(),
  value: Type.String(),
  variable_type: Type.String(),
  protected: Type.Boolean(),
  masked: Type.Boolean(),
  raw: Type.Boolean(),
  environment_scope: Type.String(),
  description: nullable(Type.String()),
  updated_at: Time,
});

export const presentVariable = (variable: CiVariable): Static<typeof VariableSchema> => ({
  key: variable.key,
  value: variable.value,
  variable_type: variable.type,
  protected: variable.isProtected,
  masked: variable.isMasked,
  raw: variable.isRaw,
  environment_scope: variable.environmentScope,
  description: variable.description,
  updated_at: variable.updatedAt,
});
