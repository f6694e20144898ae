import { Type } from '@sinclair/typebox';
import type { TComposite, TNull, TObject, TProperties, TSchema, TString, TUnion } from '@sinclair/typebox';

/** Parts of answer schemas: they type the presenters and describe the answers in the OpenAPI document. */
export const Time = Type.String({ format: 'date-time' });
export const Day = Type.String({ format: 'date' });
export const nullable = <T extends TSchema>(schema: T): TUnion<[T, TNull]> => Type.Union([schema, Type.Null()]);

/** A record with its schema name in the OpenAPI document. */
export const record = <T extends TProperties>(name: string, properties: T): TObject<T> =>
  Type.Object(properties, { $id: name });

/** A record with the properties of all parts, under its own schema name. */
export const merged = <T extends TSchema[]>(name: string, parts: [...T]): TComposite<T> =>
  Type.Composite(parts, { $id: name });

/** An answer that is not JSON. */
export const mediaType = (type: string): TString => Type.String({ contentMediaType: type });
export const Bytes = mediaType('application/octet-stream');
export const PlainText = mediaType('text/plain');
export const JsonLines = mediaType('application/x-ndjson');

/** Like the schema, with support for `Range` requests. */
export const inRanges = <T extends TSchema>(schema: T): T => ({ ...schema, servesRanges: true });
