import { Type } from '@sinclair/typebox';
import type { TSchema, TUnion, TNull } from '@sinclair/typebox';

/** Pieces of answer schemas: they type the presenters and describe the answers in the OpenAPI document. */
export const Time = Type.String({ format: 'date-time' });
export const Day = Type.String({ format: 'date' });
export const nullable = <T extends TSchema>(schema: T): TUnion<[T, TNull]> => Type.Union([schema, Type.Null()]);
