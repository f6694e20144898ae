import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { PipelineVariable } from '../pipeline.js';
import { record } from '../../../common/wire/wire-types.js';

/** Contract: triggers §4. */
export const PipelineVariableSchema = record('PipelineVariable', {
  key: Type.String(),
  value: Type.String(),
  variable_type: Type.String(),
  raw: Type.Boolean(),
});

export const presentPipelineVariable = ({
  key,
  value,
  type,
}: PipelineVariable): Static<typeof PipelineVariableSchema> => ({
  key,
  value,
  variable_type: type,
  raw: false,
});
