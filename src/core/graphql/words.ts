import type { ListOrder } from '../../platform/database/list-windows.js';

/** Definition of an enumeration; its values are the words in capitals (contract: scim-graphql §B2). */
export const enumOf = (name: string, words: readonly string[]): string =>
  `enum ${name} { ${words.map((word) => word.toUpperCase()).join(' ')} }`;

/** Returns the word of an enumeration's value. */
export const wordOf = <W extends string>(words: readonly W[], value: string | null | undefined): W | undefined =>
  words.find((word) => word.toUpperCase() === value);

/** Column names in an enumeration of orders, with the list's order for each. */
export type SortColumns = Readonly<Record<string, string>>;

/** Defines `<COLUMN>_ASC` and `<COLUMN>_DESC` for each column. */
export const sortEnumOf = (name: string, columns: SortColumns): string =>
  `enum ${name} { ${Object.keys(columns)
    .map((column) => `${column}_ASC ${column}_DESC`)
    .join(' ')} }`;

/** Returns the order for a value such as `CREATED_AT_DESC`; undefined for an unknown column. */
export function orderIn(columns: SortColumns, value: string | null | undefined): ListOrder | undefined {
  const [, column = '', way] = /^(.+)_(ASC|DESC)$/.exec(value ?? '') ?? [];
  const by = columns[column];
  return by === undefined ? undefined : { by, direction: way === 'ASC' ? 'asc' : 'desc' };
}
