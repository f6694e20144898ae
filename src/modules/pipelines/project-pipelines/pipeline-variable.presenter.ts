import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { PipelineVariable } from '../pipeline.js';
import { record } from '../../../common/wire/wire-types.js';

/** Contract: triggers §4. */
const VariableSchema = record('PipelineVariable', {
  key: Type.String(),
  value: Type.String(),
  variable_type: Type.String(),
  raw: Type.Boolean(),
});
/** The whole list: it is not paged. */
export const PipelineVariableSchema = Type.Array(VariableSchema);

export const presentPipelineVariable = ({ key, value, type }: PipelineVariable): Static<typeof VariableSchema> => ({
  key,
  value,
  variable_type: type,
  raw: false,
});
