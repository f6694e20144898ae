import type { ListOrder } from '../../platform/database/list-windows.js';

/** The definition of an enumeration; its values are the words in capitals (contract: scim-graphql §B2). */
export const enumOf = (name: string, words: readonly string[]): string =>
  `enum ${name} { ${words.map((word) => word.toUpperCase()).join(' ')} }`;

/** The word that a value of an enumeration stands for. */
export const wordOf = <W extends string>(words: readonly W[], value: string | null | undefined): W | undefined =>
  words.find((word) => word.toUpperCase() === value);

/** Names of columns in an enumeration of orders, and the order of the list that each stands for. */
export type SortColumns = Readonly<Record<string, string>>;

/** `<COLUMN>_ASC` and `<COLUMN>_DESC` of each. */
export const sortEnumOf = (name: string, columns: SortColumns): string =>
  `enum ${name} { ${Object.keys(columns)
    .map((column) => `${column}_ASC ${column}_DESC`)
    .join(' ')} }`;

/** The order that a word such as `CREATED_AT_DESC` says; undefined for a word that is none of the columns'. */
export function orderIn(columns: SortColumns, value: string | null | undefined): ListOrder | undefined {
  const [, column = '', way] = /^(.+)_(ASC|DESC)$/.exec(value ?? '') ?? [];
  const by = columns[column];
  return by === undefined ? undefined : { by, direction: way === 'ASC' ? 'asc' : 'desc' };
}
