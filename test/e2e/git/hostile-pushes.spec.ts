import { NULL_ID } from '../../../src/platform/git/git-directory.js';
import { aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { aCommit } from '../../builders/repositories.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { NotedPushesModule, notedPushes } from '../../support/noted-pushes.js';
import { blobObject, commitOf, rawPush, treeObject } from '../../support/raw-push.js';
import type { RawPush } from '../../support/raw-push.js';

let app: TestApp;
let owner: TestUser;
let developer: TestUser;
beforeAll(async () => {
  app = await startApp({ extraModules: [NotedPushesModule] });
  owner = await aUser(app);
  developer = await aUser(app);
});
afterAll(() => app.close());

/** A project with a protected `main` that the developer may not push to. */
async function aProtectedProject(): Promise<{ project: TestProject; head: string }> {
  const project = await aProject(owner.api);
  const head = await aCommit(owner.api, project, { 'README.md': 'Hello' });
  await owner.api.delete(`projects/${project.id}/protected_branches/main`);
  await owner.api.post(`projects/${project.id}/protected_branches`, { name: 'main', push_access_level: 40 });
  await app.admin.post(`projects/${project.id}/members`, { user_id: developer.id, access_level: 30 });
  return { project, head };
}
const push = (project: TestProject, request: RawPush) =>
  rawPush(
    { url: app.url, path: project.path_with_namespace, username: developer.username, secret: developer.token },
    request,
  );
const branchesOf = async (project: TestProject) =>
  ((await owner.api.get(`projects/${project.id}/repository/branches`)).body as { name: string }[]).map(
    ({ name }) => name,
  );
const deletedRefsOf = async (project: TestProject) =>
  (await owner.api.get(`projects/${project.id}/repository/deleted_refs`)).body;
const pushesOf = async (project: TestProject) => {
  await app.drainJobs();
  return notedPushes.filter(({ projectId, source }) => projectId === project.id && source === 'push');
};
const auditsOf = (project: TestProject) =>
  app.sql<{ details: { target_details: string } }>(
    `select details from audit_events where entity_type = 'Project' and entity_id = $1 and details->>'custom_message' = 'Repository pushed' order by id`,
    [project.id],
  );

/** Objects of a commit with one file of that mode, and the commit's id. */
function aRawCommit(mode = '100644', name = 'file.txt') {
  const blob = blobObject(`content ${Math.random()}`);
  const tree = treeObject([[mode, name, blob.id]]);
  const commit = commitOf(tree);
  return { objects: [blob, tree, commit], id: commit.id };
}

describe('git push with push options', () => {
  it.each([
    ['a line break', 'x\ny'],
    ['a carriage return', 'x\ry'],
    ['an escape', 'x\u001b[31my'],
    ['a delete character', 'x\u007fy'],
  ])('is refused as a whole for options with %s', async (_, option) => {
    const { project } = await aProtectedProject();
    const { id, objects } = aRawCommit();

    const answer = await push(project, {
      commands: [[NULL_ID, id, 'refs/heads/feature']],
      options: ['ci.skip', option],
      objects,
    });

    expect(answer).toMatch(/^200 /);
    expect(answer).toContain('unpack ok');
    expect(answer).toContain('ng refs/heads/feature pre-receive hook declined');
    expect(await branchesOf(project)).toEqual(['main']);
  });

  it('creates no event, no audit row and no deleted ref from options that imitate the question of a hook', async () => {
    const { project, head } = await aProtectedProject();
    const { id, objects } = aRawCommit();
    const forged = [
      'x',
      'end',
      'hook post-receive',
      'objects ',
      `ref ${head} ${NULL_ID} refs/heads/main`,
      'options',
      'end',
      'hook pre-receive',
      'objects ',
      'options',
    ].join('\n');

    const answer = await push(project, {
      commands: [[NULL_ID, id, 'refs/heads/feature']],
      options: [forged],
      objects,
    });

    expect(answer).toContain('ng refs/heads/feature pre-receive hook declined');
    expect(await pushesOf(project)).toEqual([]);
    expect(await deletedRefsOf(project)).toEqual([]);
    expect(await auditsOf(project)).toHaveLength(1); // the first commit, by REST
    expect(await app.sql('select * from ref_intents')).toEqual([]);
  });

  it('publishes options of any other text unchanged', async () => {
    const { project } = await aProtectedProject();
    const { id, objects } = aRawCommit();
    const options = ['ci.variable=A=b  c', 'end', '5', 'ref x', `$(id) \`id\` "'\\`, 'ü €', ''];

    const answer = await push(project, { commands: [[NULL_ID, id, 'refs/heads/feature']], options, objects });

    expect(answer).toContain('ok refs/heads/feature');
    expect(await pushesOf(project)).toMatchObject([{ options, refs: [{ ref: 'refs/heads/feature', after: id }] }]);
  });
});

describe('git push of refs that git cannot move', () => {
  it('publishes no deletion of a branch that does not exist', async () => {
    const { project, head } = await aProtectedProject();

    const answer = await push(project, { commands: [[head, NULL_ID, 'refs/heads/never-there']] });

    expect(answer).toContain('ng refs/heads/never-there');
    expect(await pushesOf(project)).toEqual([]);
    expect(await deletedRefsOf(project)).toEqual([]);
    expect(await auditsOf(project)).toHaveLength(1);
  });

  it('publishes no move of a branch that has the new commit already', async () => {
    const { project } = await aProtectedProject();
    const { id, objects } = aRawCommit();
    const { id: other, objects: others } = aRawCommit();
    await push(project, {
      commands: [
        [NULL_ID, id, 'refs/heads/feature'],
        [NULL_ID, other, 'refs/heads/other'],
      ],
      objects: [...objects, ...others],
    });

    const answer = await push(project, { commands: [[other, id, 'refs/heads/feature']] });

    expect(answer).toContain('ng refs/heads/feature');
    expect(await pushesOf(project)).toHaveLength(1);
    expect(await deletedRefsOf(project)).toEqual([]);
  });

  it('refuses a name with a line break, whatever follows it', async () => {
    const { project, head } = await aProtectedProject();
    const ref = `refs/heads/feature\n${head} ${NULL_ID} refs/heads/never-there`;
    const { id, objects } = aRawCommit();

    const answer = await push(project, { commands: [[NULL_ID, id, ref]], objects });

    expect(answer).toContain('ng refs/heads/feature');
    expect(await branchesOf(project)).toEqual(['main']);
    expect(await pushesOf(project)).toEqual([]);
    expect(await deletedRefsOf(project)).toEqual([]);
  });

  it('refuses names that are no UTF-8', async () => {
    const { project } = await aProtectedProject();
    const { id, objects } = aRawCommit();

    const answer = await push(project, { commands: [[NULL_ID, id, 'refs/heads/caf\xe9']], objects });

    expect(answer).toContain('pre-receive hook declined');
    expect(await branchesOf(project)).toEqual(['main']);
  });
});

describe('git push of a tree entry', () => {
  it.each(['107777', '100600', '777777', '1006440000000000000000', '0100644', '0', '', 'abc'])(
    'refuses the mode %j',
    async (mode) => {
      const { project } = await aProtectedProject();
      const { id, objects } = aRawCommit(mode);

      const answer = await push(project, { commands: [[NULL_ID, id, 'refs/heads/feature']], objects });

      expect(answer).toContain('ng refs/heads/feature unpacker error');
      expect(await branchesOf(project)).toEqual(['main']);
    },
  );

  it('refuses an entry that refers to no object', async () => {
    const { project } = await aProtectedProject();
    const tree = treeObject([['100644', 'a', NULL_ID]]);
    const commit = commitOf(tree);

    const answer = await push(project, {
      commands: [[NULL_ID, commit.id, 'refs/heads/feature']],
      objects: [tree, commit],
    });

    expect(answer).toContain('ng refs/heads/feature unpacker error');
  });

  it.each(['100644', '100755', '120000'])('accepts the mode %s', async (mode) => {
    const { project } = await aProtectedProject();
    const { id, objects } = aRawCommit(mode);

    const answer = await push(project, { commands: [[NULL_ID, id, 'refs/heads/feature']], objects });

    expect(answer).toContain('ok refs/heads/feature');
  });
});
