import { SetMetadata } from '@nestjs/common';
import type { TSchema } from '@sinclair/typebox';

export const ANSWERS = Symbol('answers');

/** The schema of a successful answer: one record, `[record]` for a list, or nothing. For the OpenAPI document. */
export const Answers = (schema: TSchema | readonly [TSchema] | null) => SetMetadata(ANSWERS, { schema });
