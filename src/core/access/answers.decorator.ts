import { SetMetadata } from '@nestjs/common';
import type { TSchema } from '@sinclair/typebox';

export const ANSWERS = Symbol('answers');

/**
 * The schema of a successful answer: one record, `[record]` for a list, or nothing; and that of the preview which
 * `dry_run=true` answers with 200. For the OpenAPI document.
 */
export const Answers = (schema: TSchema | readonly [TSchema] | null, preview?: TSchema) =>
  SetMetadata(ANSWERS, { schema, preview });
