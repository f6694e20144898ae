import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { aMember, aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { aCommit } from '../../builders/repositories.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';

const run = promisify(execFile);

let app: TestApp;
let owner: TestUser;
let project: TestProject;
let first: string;
let head: string;
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app);
  project = await aProject(owner.api, { visibility: 'public' });
  first = await aCommit(owner.api, project, { 'src/a b.txt': 'one\ntwo\n', 'src/deep/er/x': 'x\n', z: 'z\n' });
  await owner.api.post(at('commits'), {
    branch: 'main',
    commit_message: 'More',
    actions: [
      { action: 'update', file_path: 'src/a b.txt', content: 'one\nTWO\nthree\n' },
      { action: 'create', file_path: 'run.sh', content: '#!/bin/sh\n', execute_filemode: true },
      {
        action: 'create',
        file_path: 'bytes',
        content: Buffer.from([0, 1, 2, 3, 4, 5, 6, 7]).toString('base64'),
        encoding: 'base64',
      },
    ],
  });
  head = (await owner.api.get(at('commits/main'))).body.id;
});
afterAll(() => app.close());

const at = (rest: string, of = project) => `projects/${of.id}/repository/${rest}`;
const file = (name: string, rest = '', of = project) => at(`files/${encodeURIComponent(name)}${rest}`, of);
const pathsOf = ({ body }: { body: { path: string }[] }) => body.map((entry) => entry.path);

describe('/projects/:id/repository/files/:file_path', () => {
  it('shows a file with its content and its history', async () => {
    const { body } = await app.anonymous.get(file('src/a b.txt', '?ref=main'));
    const content = 'one\nTWO\nthree\n';

    expect(body).toEqual({
      file_name: 'a b.txt',
      file_path: 'src/a b.txt',
      size: content.length,
      encoding: 'base64',
      content: Buffer.from(content).toString('base64'),
      content_sha256: createHash('sha256').update(content).digest('hex'),
      ref: 'main',
      blob_id: expect.stringMatching(/^[0-9a-f]{40}$/),
      commit_id: head,
      last_commit_id: head,
      execute_filemode: false,
    });
    expect((await owner.api.get(file('z', '?ref=main'))).body).toMatchObject({
      last_commit_id: first,
      commit_id: head,
    });
    expect((await owner.api.get(file('run.sh', '?ref=HEAD'))).body.execute_filemode).toBe(true);
    expect((await owner.api.head(file('z', '?ref=main'))).status).toBe(200);
  });

  it.each([
    ['z', '', 400, '400 (Bad request) "ref" not given'],
    ['z', '?ref=none', 404, '404 Commit Not Found'],
    ['z', '?ref=main~1', 404, '404 Commit Not Found'],
    ['none', '?ref=main', 404, '404 File Not Found'],
    ['src', '?ref=main', 404, '404 File Not Found'],
    ['src/../z', '?ref=main', 400, { file_path: ['is invalid'] }],
    ['.git/config', '?ref=main', 400, { file_path: ['is invalid'] }],
  ])('answers %s%s with %d', async (name, query, status, message) => {
    expect(await owner.api.get(file(name, query))).toMatchObject({ status, body: { message } });
  });

  it('says the fields of the record in headers, of HEAD and of GET', async () => {
    const got = await app.anonymous.get(file('src/a b.txt', '?ref=main'));
    const { status, headers } = await app.anonymous.head(file('src/a b.txt', '?ref=main'));
    const { blob_id, commit_id, last_commit_id, content_sha256 } = got.body;
    const said = {
      'x-gitlab-blob-id': blob_id,
      'x-gitlab-commit-id': commit_id,
      'x-gitlab-content-sha256': content_sha256,
      'x-gitlab-encoding': 'base64',
      'x-gitlab-execute-filemode': 'false',
      'x-gitlab-file-name': 'a b.txt',
      'x-gitlab-file-path': 'src/a b.txt',
      'x-gitlab-last-commit-id': last_commit_id,
      'x-gitlab-ref': 'main',
      'x-gitlab-size': '14',
    };

    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject(said);
    expect(Object.fromEntries(got.headers)).toMatchObject(said);
  });

  it('escapes in headers what they cannot hold', async () => {
    const name = 'grün "50%"';
    await aCommit(owner.api, project, { [name]: '' }, { branch: 'names', start_branch: 'main' });

    const { status, headers } = await app.anonymous.head(file(name, '?ref=names'));

    expect([status, headers.get('x-gitlab-file-name')]).toEqual([200, 'gr%C3%BCn %2250%25%22']);
  });

  it('sends the raw file, ranges of it, and 304', async () => {
    const raw = await fetch(`${app.url}/api/v4/${file('src/a b.txt', '/raw')}`);
    expect(Object.fromEntries(raw.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '14',
      'content-disposition': 'attachment; filename="a b.txt"',
    });
    expect(await raw.text()).toBe('one\nTWO\nthree\n');
    const etag = raw.headers.get('etag')!;
    expect(etag).toBe(`"${(await owner.api.get(file('src/a b.txt', '?ref=main'))).body.blob_id}"`);
    const ask = (headers: Record<string, string>) =>
      app.anonymous.get(file('src/a b.txt', '/raw?ref=main'), { headers });
    expect(await ask({ 'if-none-match': etag })).toMatchObject({ status: 304, text: '' });
    const part = await ask({ range: 'bytes=4-6' });
    expect([part.status, part.text, part.headers.get('content-range')]).toEqual([206, 'TWO', 'bytes 4-6/14']);
    expect((await ask({ range: 'bytes=-6' })).text).toBe('three\n');
    const beyond = await ask({ range: 'bytes=99-' });
    expect(beyond).toMatchObject({ status: 416, body: { message: '416 Range Not Satisfiable' } });
    expect(beyond.headers.get('content-range')).toBe('bytes */14');
    const bytes = await app.anonymous.get(file('bytes', '/raw'));
    expect(bytes.headers.get('content-type')).toBe('application/octet-stream');
    expect((await app.anonymous.get(file('z', `/raw?ref=${first}`))).text).toBe('z\n');
    expect((await app.anonymous.head(file('z', '/raw'))).headers.get('content-length')).toBe('2');
    expect((await app.anonymous.get(file('z', '/raw?ref='))).status).toBe(200);
    expect((await app.anonymous.get(file('none', '/raw'))).body.message).toBe('404 File Not Found');
  });

  it('shows the blame of its lines', async () => {
    const { body } = await owner.api.get(file('src/a b.txt', '/blame?ref=main'));
    const shown = (groups: { commit: { id: string }; lines: string[] }[]) =>
      groups.map(({ commit, lines }) => [commit.id, lines]);

    expect(shown(body)).toEqual([
      [first, ['one']],
      [head, ['TWO', 'three']],
    ]);
    const range = '&range%5Bstart%5D=2&range%5Bend%5D=2';
    expect(shown((await owner.api.get(file('src/a b.txt', `/blame?ref=main${range}`))).body)).toEqual([
      [head, ['TWO']],
    ]);
    for (const bad of [
      '&range%5Bstart%5D=2',
      '&range%5Bstart%5D=3&range%5Bend%5D=2',
      '&range%5Bstart%5D=9&range%5Bend%5D=9',
      '&range=2',
    ]) {
      expect((await owner.api.get(file('src/a b.txt', `/blame?ref=main${bad}`))).status).toBe(400);
    }
    expect((await owner.api.get(file('z', '/blame?ref=&range=1'))).body.message).toEqual({
      ref: ["can't be blank"],
      range: ['is invalid'],
    });
    expect((await owner.api.get(file('z', '/blame'))).body.message).toBe('400 (Bad request) "ref" not given');
  });

  it('creates, changes and deletes a file, each by a commit', async () => {
    const other = await aProject(owner.api);
    const change = { branch: 'main', commit_message: 'Change' };

    expect(
      await owner.api.post(file('a/b', '', other), { ...change, content: 'YQ==', encoding: 'base64', file_path: 'x' }),
    ).toMatchObject({
      status: 201,
      body: { file_path: 'a/b', branch: 'main' },
    });
    expect((await owner.api.post(file('a/b', '', other), { ...change, content: 'x' })).body.message).toBe(
      'A file with this name already exists',
    );
    expect((await owner.api.put(file('a/c', '', other), { ...change, content: 'x' })).body.message).toBe(
      "A file with this name doesn't exist",
    );
    const last = (await owner.api.get(file('a/b', '?ref=main', other))).body.last_commit_id;
    expect(
      await owner.api.put(file('a/b', '', other), { ...change, content: 'bb', last_commit_id: last }),
    ).toMatchObject({
      status: 200,
      body: { file_path: 'a/b', branch: 'main' },
    });
    expect(
      (await owner.api.put(file('a/b', '', other), { ...change, content: 'c', last_commit_id: last })).status,
    ).toBe(400);
    expect((await owner.api.get(file('a/b', '/raw', other))).text).toBe('bb');
    expect((await owner.api.post(file('keep', '', other), { ...change, content: '' })).status).toBe(201);
    expect((await owner.api.delete(`${file('a/b', '', other)}?branch=main&commit_message=Gone`)).status).toBe(204);
    expect((await owner.api.delete(file('a/b', '', other), change)).body.message).toBe(
      "A file with this name doesn't exist",
    );
    expect((await owner.api.delete(file('keep', '', other), {})).body.message).toBe(
      '400 (Bad request) "branch" not given',
    );
    const form = new FormData();
    Object.entries({ ...change, content: 'by form', start_branch: 'main', branch: 'side' }).forEach(([name, value]) =>
      form.append(name, value),
    );
    expect((await owner.api.send('PUT', file('keep', '', other), form)).status).toBe(200);
    expect((await owner.api.get(file('keep', '/raw?ref=side', other))).text).toBe('by form');
  });

  it('sends a large file by raw alone, without holding it in memory', async () => {
    const other = await aProject(owner.api);
    const content = randomBytes(15_000_000).toString('base64');
    await owner.api.post(file('large', '', other), { branch: 'main', commit_message: 'x', content });

    expect((await owner.api.get(file('large', '?ref=main', other))).status).toBe(413);
    expect((await owner.api.get(file('large', '/raw', other))).text === content).toBe(true);
  });
});

describe('GET /projects/:id/repository/tree', () => {
  it('shows folders before files, by name', async () => {
    const { body } = await app.anonymous.get(at('tree'));

    expect(pathsOf({ body })).toEqual(['src', 'bytes', 'run.sh', 'z']);
    expect((await app.anonymous.get(at('tree?ref='))).body).toEqual(body);
    expect((await app.anonymous.get(at('tree?ref=+'))).body).toEqual(body);
    expect(body[0]).toEqual({ id: expect.any(String), name: 'src', type: 'tree', path: 'src', mode: '040000' });
    expect(body[2]).toMatchObject({ type: 'blob', mode: '100755' });
    expect(pathsOf(await app.anonymous.get(at('tree?path=src')))).toEqual(['src/deep', 'src/a b.txt']);
    expect(pathsOf(await app.anonymous.get(at('tree?recursive=true')))).toEqual([
      ...['src', 'src/deep', 'src/deep/er', 'src/deep/er/x', 'src/a b.txt'],
      ...['bytes', 'run.sh', 'z'],
    ]);
    expect(pathsOf(await app.anonymous.get(at(`tree?recursive=true&path=src/deep&ref=${first}`)))).toEqual([
      'src/deep/er',
      'src/deep/er/x',
    ]);
  });

  it.each(['?path=none', '?path=z', '?ref=none', '?path=..'])('answers 404 for %s', async (query) => {
    expect(await owner.api.get(at(`tree${query}`))).toMatchObject({
      status: 404,
      body: { message: '404 Tree Not Found' },
    });
  });

  it('is paged by page_token without any order', async () => {
    const found: string[] = [];
    let next: string | undefined = `${app.url}/api/v4/${at('tree?recursive=true&pagination=keyset&per_page=3')}`;
    while (next !== undefined) {
      const { body, headers } = await owner.api.get(next);
      found.push(...pathsOf({ body }));
      expect(headers.get('x-page')).toBeNull();
      next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    }

    expect(found).toHaveLength(8);
    expect((await owner.api.get(at('tree?pagination=keyset&page_token=none'))).status).toBe(400);
    expect((await owner.api.get(at('tree?per_page=3&page=2'))).headers.get('x-total')).toBe('4');
  });
});

describe('GET /projects/:id/repository/blobs/:sha', () => {
  it('shows a blob by its id', async () => {
    const id = (await owner.api.get(file('bytes', '?ref=main'))).body.blob_id;

    expect((await app.anonymous.get(at(`blobs/${id}`))).body).toEqual({
      size: 8,
      encoding: 'base64',
      content: 'AAECAwQFBgc=',
      sha: id,
    });
    expect((await app.anonymous.get(at(`blobs/${id}/raw`))).text).toBe('\0\u0001\u0002\u0003\u0004\u0005\u0006\u0007');
    for (const bad of ['1'.repeat(40), head, 'main', 'HEAD:z']) {
      expect(await owner.api.get(at(`blobs/${encodeURIComponent(bad)}`))).toMatchObject({
        status: 404,
        body: { message: '404 Blob Not Found' },
      });
      expect((await owner.api.get(at(`blobs/${encodeURIComponent(bad)}/raw`))).status).toBe(404);
    }
  });
});

describe('GET /projects/:id/repository/archive', () => {
  let work: string;
  beforeAll(async () => {
    work = await mkdtemp(path.join(tmpdir(), 'slipway-archive-'));
  });
  afterAll(() => rm(work, { recursive: true }));
  const names = async (suffix: string, query = '') => {
    const answer = await fetch(`${app.url}/api/v4/${at(`archive${suffix}${query}`)}`);
    const kept = path.join(work, `kept${suffix}`);
    await writeFile(kept, Buffer.from(await answer.arrayBuffer()));
    const { stdout } = await run('tar', ['-tf', kept]);
    return { headers: answer.headers, names: stdout.trim().split('\n') };
  };

  it.each(['', '+'])('sends the default branch for a blank sha "%s"', async (blank) => {
    expect((await names('.tar', `?sha=${blank}`)).names).toEqual((await names('.tar')).names);
  });

  it.each(['', '.tar.gz', '.tgz', '.tar.bz2', '.tbz', '.tar'])('%s holds everything in one folder', async (suffix) => {
    const { headers, names: held } = await names(suffix, '?sha=main');
    const top = `${project.path_with_namespace.split('/')[1]!}-main-${head}/`;

    expect(held[0]).toBe(top);
    expect(held).toContain(`${top}src/deep/er/x`);
    const fileName = `${top.slice(0, -1)}${suffix || '.tar.gz'}`;
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${fileName}"`); // some take all after the `=`
  });

  it('sends a zip file', async () => {
    const answer = await fetch(`${app.url}/api/v4/${at('archive.zip')}`);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
  });

  it('sends a part of a tree, and any ref', async () => {
    await owner.api.post(at('branches'), { branch: 'feat/x', ref: first });
    const { names: held } = await names('.tar', '?path=src/deep&sha=feat/x');

    expect(held.filter((name) => name.endsWith('/x'))).toEqual([
      `${project.path_with_namespace.split('/')[1]!}-feat-x-${first}/src/deep/er/x`,
    ]);
    expect(held.some((name) => name.endsWith('/z'))).toBe(false);
    expect((await names('.tar', '?path=src/deep/&sha=feat/x')).names).toEqual(held);
    expect((await names('.tar', '?path=')).names).toEqual((await names('.tar', '')).names);
    expect((await owner.api.get(at('archive?sha=none'))).status).toBe(404);
    expect((await owner.api.get(at('archive?path=none'))).status).toBe(404);
    expect((await owner.api.get(at('archive.rar'))).text).toBe('{"error":"404 Not Found"}');
  });
});

describe('GET /projects/:id/repository/compare and /merge_base', () => {
  let other: TestProject;
  let base: string;
  beforeAll(async () => {
    other = await aProject(owner.api);
    base = await aCommit(owner.api, other, { a: 'a\n' });
    await aCommit(owner.api, other, { side: 's\n' }, { branch: 'side', start_branch: 'main', commit_message: 'Side' });
    await aCommit(owner.api, other, { side2: 's\n' }, { branch: 'side', commit_message: 'Side 2' });
    await aCommit(owner.api, other, { main: 'm\n' }, { commit_message: 'Main' });
  });

  it('show what the second has since the merge base', async () => {
    const { body } = await owner.api.get(at('compare?from=main&to=side', other));

    expect(body.commits.map(({ title }: { title: string }) => title)).toEqual(['Side', 'Side 2']);
    expect(body.commit.title).toBe('Side 2');
    expect(body.diffs.map((diff: { new_path: string }) => diff.new_path)).toEqual(['side', 'side2']);
    expect(body).toMatchObject({ compare_timeout: false, compare_same_ref: false });
    expect(body.web_url).toBe(`${app.url}/${other.path_with_namespace}/-/compare/main...side`);
    const straight = await owner.api.get(at('compare?from=main&to=side&straight=true', other));
    expect(straight.body.diffs).toMatchObject([
      { new_path: 'main', deleted_file: true },
      { new_path: 'side' },
      { new_path: 'side2' },
    ]);
    expect((await owner.api.get(at('compare?from=main&to=main', other))).body).toMatchObject({
      compare_same_ref: true,
      commits: [],
      diffs: [],
    });
    expect(await owner.api.get(at('compare?from=main&to=none', other))).toMatchObject({
      status: 404,
      body: { message: '404 Ref Not Found' },
    });
    expect((await owner.api.get(at('compare?from=main', other))).body.message).toBe('400 (Bad request) "to" not given');
  });

  it('find the merge base', async () => {
    expect((await owner.api.get(at('merge_base?refs[]=main&refs[]=side', other))).body.id).toBe(base);
    expect(await owner.api.get(at('merge_base?refs[]=main', other))).toMatchObject({
      status: 400,
      body: { message: { refs: ['is invalid'] } },
    });
    expect(await owner.api.get(at('merge_base?refs[]=main&refs[]=none', other))).toMatchObject({
      status: 404,
      body: { message: '404 Merge Base Not Found' },
    });
  });

  it('cut what is too large', async () => {
    const large = await aProject(owner.api);
    await aCommit(owner.api, large, { a: 'a\n' });
    const lines = `${'x'.repeat(99)}\n`;
    const files = Object.fromEntries(Array.from({ length: 70 }, (_, number) => [`f${number}`, lines.repeat(900)]));
    const id = await aCommit(owner.api, large, { ...files, 'a-large': lines.repeat(2000) });

    const { body, headers } = await owner.api.get(at(`commits/${id}/diff?per_page=100`, large));
    const second = await owner.api.get(at(`commits/${id}/diff?page=2`, large));

    expect(body).toHaveLength(71);
    expect(headers.get('x-total')).toBe('71');
    expect(second.body).toEqual(body.slice(20, 40));
    expect(body[0]).toMatchObject({ new_path: 'a-large', too_large: true, collapsed: false });
    expect(body[0].diff.length).toBeLessThanOrEqual(100 * 1024);
    expect(body.at(-1)).toMatchObject({ collapsed: true, diff: '' });
  });
});

describe('GET /projects/:id/repository/...', () => {
  it.each([
    ['public', [200, 200, 200, 200]],
    ['internal', [404, 200, 200, 200]],
    ['private', [404, 404, 403, 200]],
  ])(
    'answers by role in a %s project: anonymous callers, users who are no members, Guests, Reporters',
    async (visibility, expected) => {
      const own = await aProject(owner.api, { visibility });
      await aCommit(owner.api, own, { a: 'a' });
      const people = [
        app.anonymous,
        (await aUser(app)).api,
        (await aMember(app, { project: own }, 10)).api,
        (await aMember(app, { project: own }, 20)).api,
      ];
      const paths = [
        'branches',
        'tags',
        'commits',
        'files/a?ref=main',
        'files/a/raw',
        'tree',
        'archive',
        'compare?from=main&to=main',
      ];

      for (const rest of paths) {
        const answers = await Promise.all(people.map((person) => person.get(at(rest, own))));
        expect([rest, ...answers.map(({ status }) => status)]).toEqual([rest, ...expected]);
      }
    },
  );
});
