import { SetMetadata } from '@nestjs/common';
import type { TSchema } from '@sinclair/typebox';

export const DESCRIBED_BODY = Symbol('described body');

/** The schema of a body that the route reads by rules of its own, for the OpenAPI document. */
export const DescribedBody = (schema: TSchema) => SetMetadata(DESCRIBED_BODY, schema);
