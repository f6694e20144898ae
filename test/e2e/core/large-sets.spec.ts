import { aGroup, aMember, aUser, unique } from '../../builders/records.js';
import type { TestGroup } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';

/** More than are counted: neither what lies in a group nor what everybody sees is read as a list of ids. */
const MANY = 15_100;

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ jobs: false });
});
afterAll(() => app.close());

async function fill(group: TestGroup, visibility: string, count: number): Promise<void> {
  const path = unique('p');
  await app.sql(
    `with added as (
       insert into projects (namespace_id, name, path, visibility)
       select $1, $2 || n, $2 || n, $3 from generate_series(1, $4) n returning id, path)
     insert into routes (path, project_id) select $5 || '/' || path, id from added`,
    [group.id, path, visibility, count, group.full_path],
  );
}

describe('a list between two sets of many rows', () => {
  it('counts the open ones and the caller’s own among the hidden ones', async () => {
    const owner = await aUser(app);
    const [group, other] = await Promise.all([
      aGroup(owner.api, { visibility: 'public' }),
      aGroup(owner.api, { visibility: 'public' }),
    ]);
    await fill(other, 'public', MANY);
    await fill(group, 'private', MANY);
    await fill(group, 'public', 25);
    const hidden = await app.sql<{ id: number }>(
      `select id from projects where namespace_id = $1 and visibility = 'private' order by id limit 3`,
      [group.id],
    );
    const [first, second, third] = hidden.map(({ id }) => id);
    const member = await aMember(app, { project: { id: first! } }, 20);
    await app.sql('insert into members (project_id, user_id, level) values ($1, $2, 20), ($3, $2, 20)', [
      second,
      member.id,
      third,
    ]);

    const list = await member.api.get(`groups/${group.id}/projects?order_by=id&sort=asc`);
    expect(list.headers.get('x-total')).toBe('28');
    expect((list.body as { id: number }[]).slice(0, 4).map(({ id }) => id)).toEqual([
      first,
      second,
      third,
      expect.any(Number),
    ]);
    const open = await app.anonymous.get(`groups/${group.id}/projects`);
    expect(open.headers.get('x-total')).toBe('25');
    const asked = await member.api.get(`groups/${group.id}/projects?visibility=public`);
    expect(asked.headers.get('x-total')).toBe('25');
    const all = await owner.api.get(`groups/${group.id}/projects`);
    expect(all.headers.get('x-total')).toBeNull();
  });
});
