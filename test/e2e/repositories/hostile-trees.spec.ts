import { NULL_ID } from '../../../src/platform/git/git-directory.js';
import { aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { longestTurn } from '../../support/loop-delay.js';
import { blobObject, commitOf, rawPush, treeObject } from '../../support/raw-push.js';
import type { RawObject } from '../../support/raw-push.js';
import { repositoryPath } from '../../builders/repositories.js';

/** 200 ms by the clock of the processor, on a machine that does several other things. */
const LONGEST_TURN_MS = 5000;

/** Trees of every shape that a push may bring (contract: git §2, §3.4). */
let app: TestApp;
let owner: TestUser;
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app);
});
afterAll(() => app.close());

const blob = blobObject('content\n');
async function pushed(tree: RawObject, objects: readonly RawObject[]): Promise<TestProject> {
  const project = await aProject(owner.api);
  const commit = commitOf(tree);
  const remote = { url: app.url, path: project.path_with_namespace, username: owner.username, secret: owner.token };
  const answer = await rawPush(remote, {
    commands: [[NULL_ID, commit.id, 'refs/heads/main']],
    objects: [...objects, tree, commit],
  });
  expect(answer).toContain('ok refs/heads/main');
  return project;
}
/** Folders one in another with a file in the innermost, and another file beside each folder. */
function nested(depth: number): { tree: RawObject; objects: RawObject[] } {
  let tree = treeObject([['100644', 'file', blob.id]]);
  const objects = [blob];
  for (let level = 0; level < depth; level += 1) {
    objects.push(tree);
    tree = treeObject([
      ['40000', 'd', tree.id],
      ['100644', 'e', blob.id],
    ]);
  }
  return { tree, objects };
}
const pathsOf = ({ body }: { body: unknown }) => (body as { path: string }[]).map(({ path }) => path);

describe('GET /projects/:id/repository/tree of a folder with 60,000 entries', () => {
  const number = (at: number) => String(at).padStart(6, '0');
  let project: TestProject;
  beforeAll(async () => {
    const inner = treeObject([['100644', 'file', blob.id]]);
    const tree = treeObject(
      Array.from({ length: 60_000 }, (_, at) =>
        at % 3 === 0 ? ['40000', number(at), inner.id] : ['100644', number(at), blob.id],
      ),
    );
    project = await pushed(tree, [blob, inner]);
  });

  it.each([
    ['the first page', 'per_page=3', ['000000', '000003', '000006']],
    ['the first page below', 'recursive=true&per_page=3', ['000000', '000000/file', '000003']],
    ['a late page', 'per_page=3&page=6668', ['000002', '000004', '000005']],
    ['a late page below', 'recursive=true&per_page=2&page=20001', ['000001', '000002']],
  ])('answers %s without blocking the process', async (_, query, expected) => {
    let answer: { status: number; body: unknown; headers: Headers } | undefined;
    const longest = await longestTurn(async () => {
      answer = await owner.api.get(repositoryPath(project, `tree?${query}`));
    });

    expect(answer?.status).toBe(200);
    expect(pathsOf(answer!)).toEqual(expected);
    expect(answer?.headers.has('x-total')).toBe(false); // more than 10,000 are not counted
    expect(answer?.headers.get('x-next-page')).not.toBe('');
    expect(longest).toBeLessThan(LONGEST_TURN_MS);
  });

  it('continues by page_token from any row', async () => {
    const token = Buffer.from('059997/file').toString('base64url');

    const { body, headers } = await owner.api.get(
      repositoryPath(project, `tree?recursive=true&pagination=keyset&per_page=2&page_token=${token}`),
    );

    expect(pathsOf({ body })).toEqual(['000001', '000002']);
    expect(headers.get('link')).toContain(`page_token=${Buffer.from('000002').toString('base64url')}`);
  });

  it('answers 405 beyond the highest offset, as every list with keyset pagination', async () => {
    const { status, body } = await owner.api.get(repositoryPath(project, 'tree?per_page=100&page=501'));

    expect([status, body.error]).toEqual([405, expect.stringContaining('objects of type Tree')]);
  });

  it('finds one file, and accepts a commit beside it', async () => {
    expect((await owner.api.get(repositoryPath(project, 'files/059998?ref=main'))).status).toBe(200);
    const longest = await longestTurn(async () => {
      const { status } = await owner.api.post(repositoryPath(project, 'files/new.txt'), {
        branch: 'main',
        content: 'x',
        commit_message: 'New',
      });
      expect(status).toBe(201);
    });

    expect(longest).toBeLessThan(LONGEST_TURN_MS);
    expect((await owner.api.get(repositoryPath(project, 'files/new.txt/raw?ref=main'))).text).toBe('x');
  });
});

describe('GET /projects/:id/repository/tree of 2,000 folders one in another', () => {
  const DEPTH = 2000;
  const path = `${'d/'.repeat(DEPTH)}file`;
  let project: TestProject;
  beforeAll(async () => {
    const { tree, objects } = nested(DEPTH);
    project = await pushed(tree, objects);
  });

  it('lists all of them in depth-first order, and counts them', async () => {
    const { status, body, headers } = await owner.api.get(
      repositoryPath(project, 'tree?recursive=true&per_page=100&page=20'),
    );
    const last = await owner.api.get(repositoryPath(project, 'tree?recursive=true&per_page=100&page=41'));

    expect(status).toBe(200);
    expect(pathsOf({ body }).at(-1)).toBe(`${'d/'.repeat(1999)}d`);
    expect(headers.get('x-total')).toBe('4001');
    expect(pathsOf(last)).toEqual(['e']);
    expect(pathsOf(await owner.api.get(repositoryPath(project, 'tree?recursive=true&per_page=2&page=1001')))).toEqual([
      path,
      `${'d/'.repeat(1999)}e`,
    ]);
  });

  it('continues after the innermost folder by page_token', async () => {
    const token = Buffer.from(path).toString('base64url');

    const answer = await owner.api.get(
      repositoryPath(project, `tree?recursive=true&pagination=keyset&per_page=2&page_token=${token}`),
    );

    expect(pathsOf(answer)).toEqual([`${'d/'.repeat(1999)}e`, `${'d/'.repeat(1998)}e`]);
  });

  it('lists the innermost folder, and reads the file in it', async () => {
    const folder = encodeURIComponent('d/'.repeat(999) + 'd');

    expect(pathsOf(await owner.api.get(repositoryPath(project, `tree?path=${folder}`)))).toHaveLength(2);
    const deep = encodeURIComponent(`${'d/'.repeat(1000)}e`);
    expect(await owner.api.get(repositoryPath(project, `files/${deep}?ref=main`))).toMatchObject({
      status: 200,
      body: { blob_id: blob.id },
    });
    expect(await owner.api.get(repositoryPath(project, `files/${deep}/raw`))).toMatchObject({
      status: 200,
      text: 'content\n',
    });
  });

  it('answers a diff, a comparison and an archive of it', async () => {
    const { body } = await owner.api.get(repositoryPath(project, 'commits/main'));

    expect((await owner.api.get(repositoryPath(project, `commits/${body.id}/diff`))).status).toBe(200);
    expect((await owner.api.get(repositoryPath(project, 'commits?path=d/d'))).status).toBe(200);
    expect((await owner.api.get(repositoryPath(project, 'archive.tar'))).status).toBe(200);
  });
});

describe('GET /projects/:id/repository/archive of folders that are too deep for git', () => {
  it.each(['tar.gz', 'tar.bz2', 'tar'])('answers that %s cannot be made', async (format) => {
    const { tree, objects } = nested(20_000);
    const project = await pushed(tree, objects);

    const { status, body, headers } = await owner.api.get(repositoryPath(project, `archive.${format}`));

    expect([status, body]).toEqual([422, { message: '422 Unprocessable Entity - The archive cannot be made' }]);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.has('content-disposition')).toBe(false);
  });
});

describe('GET /projects/:id/repository/tree of folders that hold the same folder again and again', () => {
  it('answers a page of a tree with more rows than can be listed', async () => {
    let tree = treeObject([['100644', 'file', blob.id]]);
    const objects = [blob];
    for (let level = 0; level < 12; level += 1) {
      objects.push(tree);
      const { id } = tree;
      tree = treeObject(Array.from({ length: 10 }, (_, at) => ['40000', String(at), id] as const));
    }
    const project = await pushed(tree, objects);

    const first = await owner.api.get(repositoryPath(project, 'tree?recursive=true&per_page=2&page=7'));
    const late = await owner.api.get(repositoryPath(project, 'tree?recursive=true&per_page=100&page=500'));

    expect(pathsOf(first)).toEqual(['0/0/0/0/0/0/0/0/0/0/0/0/file', '0/0/0/0/0/0/0/0/0/0/0/1']);
    expect([late.status, pathsOf(late).length]).toEqual([200, 100]);
    expect((await owner.api.get(repositoryPath(project, 'commits/main'))).status).toBe(200);
    expect(await owner.api.get(repositoryPath(project, 'commits/main/diff'))).toMatchObject({ status: 200, body: [] });
  }, 240_000);
});

describe('GET /projects/:id/repository/tree of names that are no UTF-8', () => {
  let project: TestProject;
  beforeAll(async () => {
    const inner = treeObject([['100644', 'x', blob.id]]);
    const tree = treeObject([
      ['40000', 'a\xe9', inner.id],
      ['100644', 'caf\xe9', blob.id],
      ['100644', 'caf\xea', blob.id],
    ]);
    project = await pushed(tree, [blob, inner]);
  });

  it('continues by page_token', async () => {
    const paths: string[] = [];
    let next: string | undefined = repositoryPath(project, 'tree?recursive=true&pagination=keyset&per_page=1');
    for (let page = 0; next !== undefined && page < 10; page += 1) {
      const answer = await owner.api.get(next);
      paths.push(...pathsOf(answer));
      next = /api\/v4\/([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
    }

    expect(paths).toEqual(['a\ufffd', 'a\ufffd/x', 'caf\ufffd', 'caf\ufffd']);
  });

  it('keeps them through a commit beside them', async () => {
    const before = (await owner.api.get(repositoryPath(project, 'tree'))).body as { id: string }[];
    await owner.api.post(repositoryPath(project, 'files/z'), { branch: 'main', content: 'z', commit_message: 'z' });

    const { body } = await owner.api.get(repositoryPath(project, 'commits/main/diff'));

    expect(body).toMatchObject([{ new_path: 'z', new_file: true }]);
    expect(before).toHaveLength(3);
  });
});

describe('POST /projects/:id/repository/commits with deep paths', () => {
  const commit = (project: TestProject, actions: object[]) =>
    owner.api.post(repositoryPath(project, 'commits'), { branch: 'main', commit_message: 'Deep', actions });

  it.each([
    ['a path of 256 segments', { action: 'create', file_path: 'a/'.repeat(255) + 'a', content: 'x' }],
    ['a path of 4,097 bytes', { action: 'create', file_path: 'a'.repeat(4097), content: 'x' }],
    ['a former path of 256 segments', { action: 'move', file_path: 'b', previous_path: 'a/'.repeat(255) + 'a' }],
  ])('refuses %s', async (_, action) => {
    expect(await commit(await aProject(owner.api), [action])).toMatchObject({
      status: 400,
      body: { message: { file_path: ['is invalid'] } },
    });
  });

  it('takes 1,000 files in 254,000 folders of their own, and serves other requests meanwhile', async () => {
    const project = await aProject(owner.api);
    const actions = Array.from({ length: 1000 }, (_, at) => ({
      action: 'create',
      file_path: `${at}/${'a/'.repeat(253)}${at}`,
      content: '',
    }));
    let status = 0;
    const longest = await longestTurn(async () => {
      ({ status } = await commit(project, actions));
    });

    expect(status).toBe(201);
    expect(longest).toBeLessThan(LONGEST_TURN_MS);
    expect(
      (await owner.api.get(repositoryPath(project, 'tree?recursive=true&per_page=1'))).headers.has('x-total'),
    ).toBe(false);
  }, 240_000);
});
