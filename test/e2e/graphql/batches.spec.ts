import { anAlertIntegration } from '../../builders/alerts.js';
import { genericPath, upload } from '../../builders/packages.js';
import { aGroup, aProject, aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { aStoredRepository, storeTags } from '../../builders/stored-images.js';
import { Database } from '../../../src/platform/database/database.js';
import { alertSender } from '../../support/alert-sender.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { dataOf } from './ask.js';

const PROJECTS = 4;

let app: TestApp;
let owner: TestUser;
let statements: string[] = [];
beforeAll(async () => {
  app = await startApp({ jobs: false });
  owner = await aUser(app);
  for (let index = 0; index < PROJECTS; index++) {
    const group = await aGroup(owner.api, { parent_id: (await aGroup(owner.api)).id });
    const project = await aProject(owner.api, { namespace_id: group.id });
    await fill(project.id);
  }
  recordStatements();
});
afterAll(() => app.close());

/** Two rows, at least, of everything that a project shows. */
async function fill(projectId: number): Promise<void> {
  const path = `projects/${projectId}`;
  for (const [index, name] of ['one', 'two'].entries()) {
    await storeTags(app, (await aStoredRepository(app, projectId, name)).id, [{ name: 'a' }, { name: 'b' }]);
    const [pipeline] = await app.sql<{ id: number }>(
      `insert into ci_pipelines (project_id, iid, ref, is_tag, sha, source, status, user_id)
       values ($1, $2, 'main', false, 'abc', 'push', 'success', $3) returning id`,
      [projectId, index + 1, owner.id],
    );
    for (const version of ['1', '2']) {
      await upload(owner.api, genericPath(projectId, 'a.bin', version, name));
      await label(projectId, { name, version, pipelineId: pipeline!.id });
    }
    await owner.api.post(`${path}/triggers`, { description: name });
    await alertSender(await anAlertIntegration(owner.api, projectId))({ title: name });
    await owner.api.put(`${path}/alert_management_alerts/${index + 1}`, { assignee_ids: [owner.id] });
  }
  await owner.api.put(`${path}/integrations/external-wiki`, { external_wiki_url: 'https://w.example.com' });
}

/** Gives a package a tag, and a pipeline that uploaded it. */
async function label(projectId: number, of: { name: string; version: string; pipelineId: number }): Promise<void> {
  const [found] = await app.sql<{ id: number }>(
    'select id from packages where project_id = $1 and name = $2 and version = $3',
    [projectId, of.name, of.version],
  );
  await app.sql('insert into package_tags (package_id, project_id, name_key, name) values ($1, $2, $3, $4)', [
    found!.id,
    projectId,
    of.name,
    `tag-${of.version}`,
  ]);
  await app.sql('insert into package_pipelines (package_id, pipeline_id) values ($1, $2)', [found!.id, of.pipelineId]);
}

function recordStatements(): void {
  const database = app.app.get<{ send(query: { text: string }): unknown }>(Database);
  const send = database.send.bind(database);
  database.send = (query) => {
    statements.push(query.text);
    return send(query);
  };
}

/** The least of a few requests: sometimes one reloads settings. */
async function countStatements(query: string): Promise<number> {
  const counts = [];
  for (let time = 0; time < 3; time++) {
    statements = [];
    await dataOf(owner.api, query);
    counts.push(statements.length);
  }
  return Math.min(...counts);
}

/** How many lists of the answer are empty, so that nothing is counted that is not there. */
async function emptyLists(query: string): Promise<number> {
  return JSON.stringify(await dataOf(owner.api, query)).split('"nodes":[]').length - 1;
}

/** Each field that loads, below projects and below what they hold. */
const FIELDS: readonly (readonly [string, (first: number) => string])[] = [
  ['group, and its parent', () => 'group { name parent { name } }'],
  ['projects of its group', (first) => `group { projects(first: ${first}) { nodes { id } } }`],
  [
    'images of its group',
    (first) => `group { containerRepositories(first: ${first}) { nodes { id project { id } } } }`,
  ],
  ['packages of its group', (first) => `group { packages(first: ${first}) { nodes { id project { id } } } }`],
  [
    'images',
    (first) =>
      `containerRepositoriesCount containerRepositories(first: ${first}) { count nodes { canDelete tagsCount size project { id } } }`,
  ],
  [
    'tags',
    (first) =>
      `containerRepositories(first: ${first}) { nodes { tags(first: ${first}) { count nodes { name canDelete } } } }`,
  ],
  ['packages', (first) => `packages(first: ${first}) { count nodes { canDestroy project { id } } }`],
  [
    'tags and pipelines of packages',
    (first) =>
      `packages(first: ${first}) { nodes { tags(first: ${first}) { nodes { name } } pipelines(first: ${first}) { nodes { iid } } } }`,
  ],
  [
    'versions of packages',
    (first) => `packages(first: ${first}) { nodes { versions(first: ${first}) { nodes { version } } } }`,
  ],
  [
    'files of packages',
    (first) => `packages(first: ${first}) { nodes { packageFiles(first: ${first}) { nodes { id } } } }`,
  ],
  ['pipelines', (first) => `pipelines(first: ${first}) { count nodes { id user { publicEmail } } }`],
  ['trigger tokens', (first) => `triggerTokens(first: ${first}) { count nodes { token owner { publicEmail } } }`],
  [
    'alerts',
    (first) => `alertManagementAlerts(first: ${first}) { count nodes { id assignees { nodes { username } } } }`,
  ],
  ['senders of alerts', (first) => `alertManagementIntegrations(first: ${first}) { nodes { url token } }`],
  ['integrations', (first) => `integrations(first: ${first}) { nodes { title } }`],
];

describe('a list of projects', () => {
  it.each(FIELDS)('with %s asks the database as often for many rows as for one', async (_what, fields) => {
    const query = (first: number) => `{ projects(membership: true, first: ${first}) { nodes { ${fields(first)} } } }`;

    const [one, many] = [await countStatements(query(1)), await countStatements(query(PROJECTS))];

    expect(many).toBe(one);
    expect(await emptyLists(query(PROJECTS))).toBe(0);
  });
});
