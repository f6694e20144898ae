import { declaredParams } from '../../../src/common/params/param-registry.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { authorizedRoutes } from '../../support/every-route.js';
import type { ApiRoute } from '../../support/every-route.js';
import { rowSources } from '../../support/row-sources/row-sources.js';
import type { RowSource } from '../../support/row-sources/row-source.js';

const STAYING = 7;
const PER_PAGE = 3;
const MOST_PAGES = 200;
const MOST_CHANGES = 4;

let app: TestApp;
let routes: ReadonlyMap<string, ApiRoute>;
let sources: RowSource[];
beforeAll(async () => {
  app = await startApp({ jobs: false });
  routes = new Map(authorizedRoutes(app).flatMap((route) => (route.isPaged ? [[route.path, route]] : [])));
  sources = await rowSources(app);
}, 240_000);
afterAll(() => app.close());

/** Rows that come and go while a list is walked. */
class PassingRows {
  private readonly present: string[] = [];
  private changes = 0;

  private constructor(private readonly source: RowSource) {}

  static async of(source: RowSource): Promise<PassingRows> {
    const rows = new PassingRows(source);
    await rows.add();
    await rows.add();
    return rows;
  }

  /** One comes, and the oldest goes; a few times only, else the walk would not end. */
  async change(): Promise<void> {
    this.changes += 1;
    if (this.changes <= MOST_CHANGES) {
      await this.add();
      await this.removeOldest();
    }
  }

  async removeAll(): Promise<void> {
    while (this.source.remove && this.present.length > 0) {
      await this.removeOldest();
    }
  }

  private async add(): Promise<void> {
    this.present.push(await this.source.add());
  }

  private async removeOldest(): Promise<void> {
    if (this.source.remove) {
      await this.source.remove(this.present.shift() ?? '');
    }
  }
}

/** Rows that exist throughout. */
async function stayingIn(source: RowSource): Promise<string[]> {
  const names: string[] = [];
  while (names.length < STAYING) {
    names.push(await source.add());
  }
  return names;
}

const namesIn = ({ nameOf = ({ id }) => id }: RowSource, body: unknown): string[] =>
  (body as Record<string, unknown>[]).map((row) => String(nameOf(row)));
const nextOf = (headers: Headers): string | undefined =>
  /<[^>]*\/api\/v4\/([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];

/** The names of a walk from page to page; undefined where the list has no such order (405 or 400). */
async function walk(source: RowSource, first: string, between: () => Promise<void>): Promise<string[] | undefined> {
  const names: string[] = [];
  let pages = 0;
  for (let target: string | undefined = first; target !== undefined; pages += 1) {
    const answer = await source.api.get(target);
    if (pages === 0 && [400, 405].includes(answer.status)) {
      return undefined;
    }
    if (answer.status !== 200 || pages > MOST_PAGES) {
      throw new Error(`${target}: ${answer.status} ${answer.text.slice(0, 200)} on page ${pages + 1}`);
    }
    names.push(...namesIn(source, answer.body));
    target = nextOf(answer.headers);
    await between();
  }
  return names;
}

function ordersOf(route: ApiRoute): string[] {
  const declared = declaredParams(route.input ?? Object).find(({ name }) => name === 'order_by');
  const orders = declared && 'enum' in declared.schema ? (declared.schema.enum as string[]) : [];
  return [...new Set(['id', ...orders])];
}

const asking = (target: string, query: string): string => `${target}${target.includes('?') ? '&' : '?'}${query}`;

/** By keyset, some lists may refuse an order of theirs. */
const walksOf = ({ lists }: RowSource) =>
  Object.entries(lists).flatMap(([path, target]) =>
    ordersOf(routes.get(path)!).flatMap((order) => ['asc', 'desc'].map((sort) => ({ path, target, order, sort }))),
  );

/** What is wrong with the rows that existed throughout. */
const faultsOf = (what: string, staying: readonly string[], names: readonly string[]): string[] =>
  staying.flatMap((name) => {
    const count = names.filter((one) => one === name).length;
    return count === 1 ? [] : [`${what}: ${name} ${count === 0 ? 'is lost' : 'is there twice'}`];
  });

describe('every list', () => {
  it('loses and doubles no row by keyset while rows come and go, in each order and direction', async () => {
    const faults: string[] = [];
    let walks = 0;
    for (const source of sources) {
      const staying = await stayingIn(source);
      for (const { path, target, order, sort } of walksOf(source)) {
        const passing = await PassingRows.of(source);
        const query = `pagination=keyset&order_by=${order}&sort=${sort}&per_page=${PER_PAGE}`;
        const names = await walk(source, asking(target, query), () => passing.change());
        await passing.removeAll();
        walks += names ? 1 : 0;
        faults.push(...(names ? faultsOf(`${path} by ${order} ${sort}`, staying, names) : []));
      }
    }

    expect(faults).toEqual([]);
    expect(walks).toBeGreaterThan(100);
  }, 240_000);

  it('shows each row once by offset, too', async () => {
    const faults: string[] = [];
    for (const source of sources) {
      const staying = await stayingIn(source);
      for (const [path, target] of Object.entries(source.lists)) {
        const names = await walk(source, asking(target, `per_page=${PER_PAGE}`), () => Promise.resolve());
        faults.push(...faultsOf(path, staying, names ?? []));
      }
    }

    expect(faults).toEqual([]);
  }, 240_000);
});
