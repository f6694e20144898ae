import { NULL_ID } from '../../../src/platform/git/git-directory.js';
import { aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { aCommit, repositoryPath } from '../../builders/repositories.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { WebBrowser } from '../../support/web-browser.js';
import { blobObject, commitOf, rawPush, treeObject } from '../../support/raw-push.js';
import type { RawObject } from '../../support/raw-push.js';

let app: TestApp;
let owner: TestUser;
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app);
});
afterAll(() => app.close());

async function pushed(commit: RawObject, objects: readonly RawObject[]): Promise<TestProject> {
  const project = await aProject(owner.api);
  const remote = { url: app.url, path: project.path_with_namespace, username: owner.username, secret: owner.token };
  const answer = await rawPush(remote, {
    commands: [[NULL_ID, commit.id, 'refs/heads/main']],
    objects: [...objects, commit],
  });
  expect(answer).toContain('ok refs/heads/main');
  return project;
}
const file = (name: string, content: string): { tree: RawObject; objects: RawObject[] } => {
  const blob = blobObject(content);
  const tree = treeObject([['100644', name, blob.id]]);
  return { tree, objects: [blob, tree] };
};

describe('GET /projects/:id/repository/commits?path=', () => {
  it.each(['..', '/etc/x', 'a/../b', '/', '.git', 'a//b'])('answers 400 to %s', async (path) => {
    const project = await aProject(owner.api);
    await aCommit(owner.api, project, { 'a/b': 'x' });

    expect(await owner.api.get(repositoryPath(project, `commits?path=${encodeURIComponent(path)}`))).toMatchObject({
      status: 400,
      body: { message: { path: ['is invalid'] } },
    });
  });

  it('takes folders with and without a slash at their end, and paths that never existed', async () => {
    const project = await aProject(owner.api);
    await aCommit(owner.api, project, { 'a/b': 'x' });
    const found = async (path: string) => (await owner.api.get(repositoryPath(project, `commits?path=${path}`))).body;

    expect(
      [await found('a'), await found('a/'), await found('a/b'), await found('c')].map(({ length }) => length),
    ).toEqual([1, 1, 1, 0]);
  });
});

describe('PUT and DELETE /projects/:id/repository/files/:file_path with If-Match', () => {
  const etagOf = async (project: TestProject, branch = 'main') =>
    (await owner.api.get(repositoryPath(project, `files/a?ref=${branch}`))).headers.get('etag') ?? '';
  const change = (project: TestProject, etag: string, content: string, branch = 'main') =>
    owner.api.put(
      repositoryPath(project, 'files/a'),
      { branch, content, commit_message: content },
      { headers: { 'If-Match': etag } },
    );

  it('compare with the file of the branch that PUT writes', async () => {
    const project = await aProject(owner.api);
    await aCommit(owner.api, project, { a: '1' });
    const seen = await etagOf(project);

    expect((await change(project, seen, '2')).status).toBe(200);
    expect(await change(project, seen, '3')).toMatchObject({
      status: 412,
      body: { message: '412 Precondition Failed' },
    });
    expect((await change(project, await etagOf(project), '4')).status).toBe(200);
    expect((await change(project, '*', '5')).status).toBe(200);
  });

  it('compare with the file of the branch that DELETE writes', async () => {
    const project = await aProject(owner.api);
    await aCommit(owner.api, project, { a: '1', b: '1' });
    const seen = await etagOf(project);
    await owner.api.put(repositoryPath(project, 'files/a'), { branch: 'main', content: '2', commit_message: 'x' });
    const remove = async (etag: string) =>
      (
        await owner.api.delete(repositoryPath(project, 'files/a?branch=main&commit_message=x'), undefined, {
          headers: { 'If-Match': etag },
        })
      ).status;

    expect(await remove(seen)).toBe(412);
    expect(await remove(await etagOf(project))).toBe(204);
  });

  it('let one of several writers with the same tag succeed', async () => {
    const project = await aProject(owner.api);
    await aCommit(owner.api, project, { a: '1' });
    const seen = await etagOf(project);

    const answers = await Promise.all(['x', 'y', 'z', 'w'].map((content) => change(project, seen, content)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
  });
});

describe('GET /projects/:id/repository/files/:file_path/blame', () => {
  const blame = (project: TestProject, name: string, rest = '') =>
    owner.api.get(repositoryPath(project, `files/${name}/blame?ref=main${rest}`));

  it('answers 413 to 12 MB of short lines', async () => {
    const { tree, objects } = file('a', 'x\n'.repeat(6_000_000));
    const project = await pushed(commitOf(tree), objects);

    expect(await blame(project, 'a')).toMatchObject({ status: 413, body: { message: '413 Payload Too Large' } });
  });

  it('answers 422 to very many lines, and shows a range of them', async () => {
    const { tree, objects } = file('a', 'x\n'.repeat(2_000_000));
    const project = await pushed(commitOf(tree), objects);

    expect(await blame(project, 'a')).toMatchObject({
      status: 422,
      body: { message: 'The blame of this file is too large: ask for a range of lines.' },
    });
    const part = await blame(project, 'a', '&range[start]=1999999&range[end]=3000000');
    expect(part).toMatchObject({ status: 200, body: [{ lines: ['x', 'x'] }] });
    expect((await blame(project, 'a', '&range[start]=2000001&range[end]=2000002')).status).toBe(400);
  });

  it('names the commits of the lines of a file that looks like an answer of git', async () => {
    const project = await aProject(owner.api);
    const trick = `${'1'.repeat(40)} 1 1 1`;
    const first = await aCommit(owner.api, project, { a: `${trick}\nauthor x\n` });
    await owner.api.put(repositoryPath(project, 'files/a'), {
      branch: 'main',
      content: `${trick}\nauthor x\nlast`,
      commit_message: trick,
    });

    const { body } = await blame(project, 'a');

    expect(body).toMatchObject([{ commit: { id: first }, lines: [trick, 'author x'] }, { lines: ['last'] }]);
  });
});

describe('GET /projects/:id/repository/commits with messages and names of any length', () => {
  it('lists as much of them as an answer holds', async () => {
    const { tree, objects } = file('a', 'x');
    const long = commitOf(tree, `${'m'.repeat(10_000_000)}\n`, { author: 'n'.repeat(1_000_000) });
    const project = await pushed(long, objects);

    for (const path of ['commits', 'branches', 'commits/main', 'branches/main', 'compare?from=main&to=main']) {
      const { status, text } = await owner.api.get(repositoryPath(project, path));
      expect([path, status]).toEqual([path, 200]);
      expect(text.length).toBeLessThan(20_000_000);
    }
    const { body } = await owner.api.get(repositoryPath(project, 'commits'));
    expect(body[0].author_name).toHaveLength(1024);
  });
});

describe('GET /projects/:id/repository/commits/:sha/diff', () => {
  it('gives each file its own text, also beside a file that became a symbolic link', async () => {
    const [old, target, other, changed] = ['old\n', 'b', 'b\n', 'b\nc\n'].map(blobObject);
    const before = treeObject([
      ['100644', 'a', old!.id],
      ['100644', 'b', other!.id],
    ]);
    const after = treeObject([
      ['120000', 'a', target!.id],
      ['100644', 'b', changed!.id],
    ]);
    const first = commitOf(before);
    const second = commitOf(after, 'Second\n', { parents: [first.id] });
    const project = await pushed(second, [old!, target!, other!, changed!, before, after, first]);

    const { body } = await owner.api.get(repositoryPath(project, 'commits/main/diff'));

    expect(body).toMatchObject([
      { new_path: 'a', a_mode: '100644', b_mode: '120000', diff: expect.stringContaining('-old') },
      { new_path: 'b', diff: '@@ -1 +1,2 @@\n b\n+c\n' },
    ]);
  });

  it('counts the lines of a renamed file, whatever its name looks like', async () => {
    const project = await aProject(owner.api);
    const [name, other] = ['1'.repeat(40), '5\t5\tx'];
    const lines = Array.from({ length: 50 }, (_, line) => `line ${line}\n`).join('');
    await aCommit(owner.api, project, { [name]: lines });
    await owner.api.post(repositoryPath(project, 'commits'), {
      branch: 'main',
      commit_message: 'Rename',
      actions: [{ action: 'move', previous_path: name, file_path: other, content: `${lines}more\n` }],
    });

    const listed = (await owner.api.get(repositoryPath(project, 'commits?with_stats=true'))).body;
    const single = (await owner.api.get(repositoryPath(project, 'commits/main'))).body;

    expect(listed[0].stats).toEqual({ additions: 1, deletions: 0, total: 1 });
    expect(single.stats).toEqual({ additions: 1, deletions: 0, total: 1 });
  });
});

describe('POST and PUT /snippets with paths that git refuses', () => {
  it.each(['.git:x', 'a/.GIT./b', '.g\u200cit', 'git~1:$DATA', 'a/'.repeat(255) + 'a'])(
    'answer 400 to %j',
    async (name) => {
      const files = [{ file_path: name, content: 'x' }];

      expect(await owner.api.post('snippets', { title: 'x', files })).toMatchObject({
        status: 400,
        body: { message: { file_path: ['is invalid'] } },
      });
    },
  );

  it('answer 400 to a .gitmodules that git refuses', async () => {
    const content = '[submodule "x"]\n\tpath = x\n\turl = -u./payload\n';

    expect(
      await owner.api.post('snippets', { title: 'x', files: [{ file_path: '.gitmodules', content }] }),
    ).toMatchObject({
      status: 400,
      body: { message: { file_path: ['is invalid'] } },
    });
  });
});

describe('the pages of a commit and a file full of control characters', () => {
  it('name the first of them, and are no larger than what they show', async () => {
    const signs = '\u0001'.repeat(200_000);
    const { tree, objects } = file('signs', signs);
    const project = await pushed(commitOf(tree, signs), objects);
    await owner.api.put(`projects/${project.id}`, { visibility: 'public' });
    const sizes: number[] = [];
    for (const path of ['commit/main', 'blob/main/signs', 'branches']) {
      const response = await fetch(`${app.url}/${project.path_with_namespace}/-/${path}`);
      sizes.push(response.status === 200 ? (await response.text()).length : Infinity);
    }

    expect(Math.max(...sizes)).toBeLessThan(600_000);
  });
});

describe('the pages of lists of commits and files whose texts are full of control characters', () => {
  const TURNED = '\u202e'.repeat(1000);

  it('name the first of them, and are no larger than what they show', async () => {
    const blob = blobObject('x');
    const names = Array.from({ length: 200 }, (_, at) => Buffer.from(`${TURNED}${at}`).toString('latin1')).sort();
    const tree = treeObject(names.map((name) => ['100644', name, blob.id]));
    const commits: RawObject[] = [];
    for (let at = 0; at < 300; at += 1) {
      const before = commits.at(-1);
      commits.push(commitOf(tree, `${TURNED}${at}\n`, { parents: before ? [before.id] : [], author: TURNED }));
    }
    const project = await pushed(commits.at(-1)!, [blob, tree, ...commits.slice(0, -1)]);
    const browser = await WebBrowser.of(app.url, owner);

    for (const page of ['tree/main', `compare/${commits[0]!.id}...main`]) {
      const { status, text } = await browser.get(`/${project.path_with_namespace}/-/${page}`);
      expect([page, status]).toEqual([page, 200]);
      expect(text.match(/U\+202E/g)?.length).toBeLessThan(3000);
    }
  });

  it('show no more lines of differences than a page can hold', async () => {
    const { tree, objects } = file('lines', '\n'.repeat(100_000));
    const commit = commitOf(tree);
    const project = await pushed(commit, objects);
    const browser = await WebBrowser.of(app.url, owner);
    const { status, text } = await browser.get(`/${project.path_with_namespace}/-/commit/${commit.id}`);

    expect([status, text.includes('This diff is too large to display.')]).toEqual([200, true]);
  });
});

describe('GET /projects/:id/repository/files/:file_path/blame of what is too large for JSON', () => {
  const blame = (project: TestProject, range: string) =>
    owner.api.get(repositoryPath(project, `files/f/blame?ref=main${range}`));

  it('answers 422 to three megabytes of control characters, and a range of them', async () => {
    const { tree, objects } = file('f', `a\n${'\u0001'.repeat(3_000_000)}\nb\n`);
    const project = await pushed(commitOf(tree), objects);

    expect((await blame(project, '')).status).toBe(422);
    expect((await blame(project, '&range[start]=3&range[end]=9')).body).toMatchObject([{ lines: ['b'] }]);
  });
});
