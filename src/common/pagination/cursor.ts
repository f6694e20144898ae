import { invalidField, IS_INVALID } from '../errors/catalogue.js';

export interface Cursor {
  /** Value of the sorted column in the last row of the previous page; null where the column is. */
  readonly value: string | number | null;
  readonly id: number | string;
}

/** `cursor` is base64url of `{"<column>":<last>,"id":<last id>,"_kd":"n"}` (contract: conventions §10). */
export function writeCursor(column: string, cursor: Cursor): string {
  const text = JSON.stringify({ [column]: cursor.value, id: cursor.id, _kd: 'n' });
  return Buffer.from(text).toString('base64url');
}

/** Throws 400 for a cursor that does not decode or belongs to another column. */
export function readCursor(column: string, text: string): Cursor {
  const fields = decoded(text);
  const keys = Object.keys(fields).sort().join();
  const value = fields[column];
  const { id } = fields;
  const isOfColumn = keys === [...new Set([column, 'id', '_kd'])].sort().join() && fields._kd === 'n';
  if (!isOfColumn || !(value === null || isKey(value)) || !isKey(id)) {
    throw invalidField('cursor', IS_INVALID);
  }
  return { value, id };
}

const isKey = (value: unknown): value is string | number => typeof value === 'string' || Number.isSafeInteger(value);

function decoded(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
