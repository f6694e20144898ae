import { unique } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import type { ApiClient } from '../api-client.js';
import type { TestApp } from '../app.js';

/** Rows that some lists show, one after the other. */
export interface RowSource {
  /** Below `/api/v4`, as the routes are declared. */
  readonly lists: Readonly<Record<string, string>>;
  /** Makes one and answers what names it in the lists. */
  add(): Promise<string>;
  /** Takes one away again; rows that nothing removes have none. */
  readonly remove?: (name: string) => Promise<unknown>;
  /** What names a row of the answer; its id unless something else is said. */
  readonly nameOf?: (row: Readonly<Record<string, unknown>>) => unknown;
  readonly api: ApiClient;
}

export interface Subjects {
  readonly app: TestApp;
  readonly inserted: Inserter;
  readonly owner: TestUser;
  readonly groupId: number;
  readonly projectId: number;
}

/** Inserts one row, and answers one of its columns as text. */
type Inserter = (table: string, row: Readonly<Record<string, unknown>>, returning?: string) => Promise<string>;

export const SHA = 'a'.repeat(40);

export const inserterOf =
  (app: TestApp): Inserter =>
  async (table, row, returning = 'id') => {
    const names = Object.keys(row);
    const [made] = await app.sql<{ name: string }>(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_name, at) => `$${at + 1}`).join(', ')})
       returning ${returning}::text as name`,
      Object.values(row),
    );
    return made!.name;
  };

/** Removes the row of this table that a list names so. */
export const remover =
  ({ app }: Subjects, table: string, column = 'id') =>
  (name: string) =>
    app.sql(`delete from ${table} where ${column}::text = $1`, [name]);

export const digest = (): Buffer => Buffer.from(unique('d').padEnd(32, 'x').slice(0, 32));

export const uuidOf = async ({ app }: Subjects): Promise<string> =>
  (await app.sql<{ uuid: string }>('select gen_random_uuid()::text as uuid'))[0]!.uuid;

/** Rows made, and removed, by the calls of the API that clients make. */
export function byRest(
  api: ApiClient,
  lists: Readonly<Record<string, string>>,
  make: { readonly path: string; readonly body: () => object; readonly key?: string },
): RowSource {
  const { key = 'id' } = make;
  return {
    lists,
    api,
    nameOf: (row) => row[key],
    add: async () => {
      const { status, body, text } = await api.post(make.path, make.body());
      if (status !== 201) {
        throw new Error(`Not made: ${make.path} ${status} ${text}`);
      }
      return String(body[key]);
    },
    remove: async (name) => {
      const { status, text } = await api.delete(`${make.path}/${encodeURIComponent(name)}`);
      if (status >= 300) {
        throw new Error(`Not removed: ${make.path} ${status} ${text}`);
      }
    },
  };
}

/** The same path for a list as the route has it and with the ids filled in. */
export const list = (
  route: string,
  values: Readonly<Record<string, string | number>> = {},
): Record<string, string> => ({
  [route]: route.slice(1).replace(/:(\w+)/g, (_all, name: string) => String(values[name] ?? '')),
});
