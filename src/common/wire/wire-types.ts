import { Type } from '@sinclair/typebox';
import type { TComposite, TNull, TObject, TProperties, TSchema, TString, TUnion } from '@sinclair/typebox';

/** Pieces of answer schemas: they type the presenters and describe the answers in the OpenAPI document. */
export const Time = Type.String({ format: 'date-time' });
export const Day = Type.String({ format: 'date' });
export const nullable = <T extends TSchema>(schema: T): TUnion<[T, TNull]> => Type.Union([schema, Type.Null()]);

/** A record under the name that it has among the schemas of the OpenAPI document. */
export const record = <T extends TProperties>(name: string, properties: T): TObject<T> =>
  Type.Object(properties, { $id: name });

/** A record with the properties of all these parts, under a name of its own. */
export const merged = <T extends TSchema[]>(name: string, parts: [...T]): TComposite<T> =>
  Type.Composite(parts, { $id: name });

/** What an answer is that holds no JSON. */
export const mediaType = (type: string): TString => Type.String({ contentMediaType: type });
export const Bytes = mediaType('application/octet-stream');
export const PlainText = mediaType('text/plain');
export const JsonLines = mediaType('application/x-ndjson');

/** The same, and parts of it that `Range` asks for. */
export const inRanges = <T extends TSchema>(schema: T): T => ({ ...schema, servesRanges: true });
