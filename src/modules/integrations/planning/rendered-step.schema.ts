import { Type } from '@sinclair/typebox';
import { nullable, record } from '../../../common/wire/wire-types.js';

/** Contract: integrations §4.3. */
export const RenderedStepSchema = record('RenderedStep', {
  key: Type.String(),
  transport: Type.Union([Type.Literal('http'), Type.Literal('mail'), Type.Literal('tcp')]),
  method: nullable(Type.String()),
  url: Type.String(),
  headers: Type.Record(Type.String(), Type.String()),
  body: nullable(Type.String()),
});
