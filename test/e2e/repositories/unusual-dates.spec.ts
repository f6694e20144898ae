import { NULL_ID } from '../../../src/platform/git/git-directory.js';
import { aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { repositoryPath } from '../../builders/repositories.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { commitOf, rawObject, rawPush, treeObject } from '../../support/raw-push.js';
import type { RawObject } from '../../support/raw-push.js';

let app: TestApp;
let owner: TestUser;
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app);
});
afterAll(() => app.close());

const EMPTY_TREE = treeObject([]);
/** The clock of this offset still shows a day of 1969. */
const BEFORE_THE_EPOCH = '1 -1400';

const commitAt = (when: string): RawObject =>
  rawObject('commit', Buffer.from(`tree ${EMPTY_TREE.id}\nauthor A <a@x> ${when}\ncommitter A <a@x> ${when}\n\nx\n`));
const tagAt = (when: string, commit: RawObject): RawObject =>
  rawObject('tag', Buffer.from(`object ${commit.id}\ntype commit\ntag early\ntagger A <a@x> ${when}\n\nx\n`));

/** A project with refs of today, and a branch and a tag of before the epoch. */
async function aProjectWithEarlyRefs(): Promise<TestProject> {
  const project = await aProject(owner.api);
  const remote = { url: app.url, path: project.path_with_namespace, username: owner.username, secret: owner.token };
  const [now, early] = [commitOf(EMPTY_TREE), commitAt(BEFORE_THE_EPOCH)];
  const earlyTag = tagAt(BEFORE_THE_EPOCH, now);
  const answer = await rawPush(remote, {
    commands: [
      [NULL_ID, now.id, 'refs/heads/main'],
      [NULL_ID, early.id, 'refs/heads/early'],
      [NULL_ID, now.id, 'refs/tags/now'],
      [NULL_ID, earlyTag.id, 'refs/tags/early'],
    ],
    objects: [EMPTY_TREE, now, early, earlyTag],
  });
  expect(answer).toContain('ok refs/tags/early');
  return project;
}

describe('Lists of refs with a time before the epoch by its own offset', () => {
  it('show branches by their time', async () => {
    const project = await aProjectWithEarlyRefs();
    const names = async (sort: string): Promise<unknown> => {
      const { status, body } = await owner.api.get(repositoryPath(project, `branches?sort=${sort}`));
      return [status, body.map?.(({ name }: { name: string }) => name)];
    };

    expect(await names('updated_asc')).toEqual([200, ['early', 'main']]);
    expect(await names('updated_desc')).toEqual([200, ['main', 'early']]);
  });

  it('show tags by their time', async () => {
    const project = await aProjectWithEarlyRefs();

    const { status, body } = await owner.api.get(repositoryPath(project, 'tags'));

    expect(status).toBe(200);
    expect(body).toMatchObject([{ name: 'now' }, { name: 'early', created_at: '1969-12-31T10:00:01.000-14:00' }]);
  });
});

describe('Lists of commits since and until moments that git does not read as such', () => {
  const TIMES = { ofTheEpoch: 0, ofThatDay: 5000, of1972: 90_000_000, ofToday: 1_790_000_000, ofLater: 4_000_000_000 };

  /** A project with a commit at each of the times, one upon the other. */
  async function aProjectOfAges(): Promise<TestProject> {
    const project = await aProject(owner.api);
    const remote = { url: app.url, path: project.path_with_namespace, username: owner.username, secret: owner.token };
    const commits: RawObject[] = [];
    for (const [name, seconds] of Object.entries(TIMES)) {
      const parent = commits.at(-1);
      const signature = `A <a@x> ${seconds} +0000`;
      const head = `tree ${EMPTY_TREE.id}\n${parent ? `parent ${parent.id}\n` : ''}`;
      commits.push(rawObject('commit', Buffer.from(`${head}author ${signature}\ncommitter ${signature}\n\n${name}\n`)));
    }
    const answer = await rawPush(remote, {
      commands: [[NULL_ID, commits.at(-1)?.id ?? '', 'refs/heads/main']],
      objects: [EMPTY_TREE, ...commits],
    });
    expect(answer).toContain('ok refs/heads/main');
    return project;
  }

  it('show those of the time', async () => {
    const project = await aProjectOfAges();
    const titles = async (query: string): Promise<unknown> => {
      const { status, headers, body } = await owner.api.get(repositoryPath(project, `commits?${query}`));
      return [status, headers.get('x-total'), body.map?.(({ title }: { title: string }) => title)];
    };
    const [later, today, of1972, day, epoch] = Object.keys(TIMES).reverse();
    const all = [later, today, of1972, day, epoch];

    expect(await titles('since=0001-01-01')).toEqual([200, '5', all]);
    expect(await titles('since=1969-12-31T23:59:59Z')).toEqual([200, '5', all]);
    expect(await titles('since=1970-01-01T00:00:00Z')).toEqual([200, '5', all]);
    expect(await titles('since=1970-01-01T00:00:01Z')).toEqual([200, '4', [later, today, of1972, day]]);
    expect(await titles('since=1972-01-01')).toEqual([200, '3', [later, today, of1972]]);
    expect(await titles('since=2080-01-01')).toEqual([200, '1', [later]]);
    expect(await titles('since=9999-12-31')).toEqual([200, '0', []]);
    expect(await titles('until=1969-12-31T23:59:59Z')).toEqual([200, '0', []]);
    expect(await titles('until=1970-01-01T00:00:00Z')).toEqual([200, '1', [epoch]]);
    expect(await titles('until=1973-01-01')).toEqual([200, '3', [of1972, day, epoch]]);
    expect(await titles('until=2080-01-01')).toEqual([200, '4', [today, of1972, day, epoch]]);
    expect(await titles('until=9999-12-31T23:59:59.999Z')).toEqual([200, '5', all]);
  });
});
