import { anImage, pushImage } from '../../builders/images.js';
import { genericPath, upload } from '../../builders/packages.js';
import { aUser } from '../../builders/records.js';
import type { TestUser } from '../../builders/records.js';
import { registryAs } from '../../builders/registry.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { authorizedRoutes, isRead } from '../../support/every-route.js';
import type { ApiRoute } from '../../support/every-route.js';
import { seededPath, seedRecords } from '../../support/seeded-records.js';
import type { SeededParams } from '../../support/seeded-records.js';

const COMMIT = { branch: 'main', commit_message: 'Change' };
const SNIPPET = { title: 'x', file_name: 'x', content: 'x', visibility: 'private' };

/** Every change of content, with parameters that would be right (contract: core §6 Archived). */
const CONTENT: Readonly<Record<string, object>> = {
  'POST /projects/:id/repository/branches': { branch: 'new', ref: 'main' },
  'DELETE /projects/:id/repository/branches/:branch': {},
  'DELETE /projects/:id/repository/merged_branches': {},
  'POST /projects/:id/repository/tags': { tag_name: 'v2.0', ref: 'main' },
  'DELETE /projects/:id/repository/tags/:tag': {},
  'POST /projects/:id/repository/commits': {
    ...COMMIT,
    actions: [{ action: 'create', file_path: 'new', content: 'x' }],
  },
  'POST /projects/:id/repository/files/:file_path': { ...COMMIT, content: 'x' },
  'PUT /projects/:id/repository/files/:file_path': { ...COMMIT, content: 'x' },
  'DELETE /projects/:id/repository/files/:file_path': COMMIT,
  'POST /projects/:id/repository/deleted_refs/:ref_id/restore': {},
  'POST /projects/:id/snippets': SNIPPET,
  'PUT /projects/:id/snippets/:snippet_id': { title: 'y' },
  'DELETE /projects/:id/snippets/:snippet_id': {},
  'POST /projects/:id/triggers': { description: 'x' },
  'PUT /projects/:id/triggers/:trigger_id': { description: 'y' },
  'POST /projects/:id/triggers/:trigger_id/rotate': {},
  'DELETE /projects/:id/triggers/:trigger_id': {},
  'POST /projects/:id/pipeline': { ref: 'main' },
  'POST /projects/:id/pipelines/:pipeline_id/cancel': {},
  'POST /projects/:id/pipelines/:pipeline_id/retry': {},
  'DELETE /projects/:id/pipelines/:pipeline_id': {},
  'POST /projects/:id/jobs/:job_id/cancel': {},
  'POST /projects/:id/jobs/:job_id/retry': {},
  'POST /projects/:id/jobs/:job_id/play': {},
  'POST /projects/:id/jobs/:job_id/erase': {},
  'DELETE /projects/:id/jobs/:job_id/artifacts': {},
  'POST /projects/:id/statuses/:sha': { state: 'success' },
  'DELETE /projects/:id/registry/repositories/:repository_id/tags/:tag_name': {},
  'POST /projects/:id/registry/repositories/:repository_id/deleted_tags/:tag_name/restore': {},
  'DELETE /projects/:id/registry/repositories/:repository_id/tags': { name_regex_delete: '.*' },
  'DELETE /projects/:id/registry/repositories/:repository_id': {},
  'DELETE /projects/:id/packages/:package_id': {},
  'DELETE /projects/:id/packages/:package_id/package_files/:package_file_id': {},
  'POST /projects/:id/packages/:package_id/restore': {},
  'POST /projects/:id/packages/:package_id/package_files/:package_file_id/restore': {},
  'POST /projects/:id/packages/cleanup': {},
  'PUT /projects/:id/incidents/:incident_id': { state_event: 'close' },
  'POST /projects/:id/alert_management_alerts/:alert_id/incident': {},
  'PUT /projects/:id/alert_management_alerts/:alert_id': { status: 'ignored' },
  'POST /projects/:id/alert_integrations/:integration_id/test': {},
};

/** Settings, members and credentials stay changeable; tokens of triggers and integrations have specs of their own. */
const SETTINGS: readonly string[] = [
  '',
  'archive',
  'unarchive',
  'repository_storage_moves',
  'runners/reset_registration_token',
  ...['', '/:user_id'].map((rest) => `members${rest}`),
  ...['', '/:token_id', '/:token_id/rotate'].map((rest) => `access_tokens${rest}`),
  ...['', '/:token_id'].map((rest) => `deploy_tokens${rest}`),
  ...['', '/:name'].flatMap((rest) => [`protected_branches${rest}`, `protected_tags${rest}`]),
  ...['', '/:key'].map((rest) => `variables${rest}`),
  ...['', '/:runner_id'].map((rest) => `runners${rest}`),
  ...['', '/:rule_id'].map((rest) => `registry/tag_rules${rest}`),
  ...['settings', 'cleanup_policy'].map((rest) => `packages/${rest}`),
  ...['', '/:integration_id', '/:integration_id/reset_token', '/:integration_id/signing_secret'].map(
    (rest) => `alert_integrations${rest}`,
  ),
  'incident_management_settings',
  ...[
    '',
    '/signing_secret',
    '/test',
    '/trigger',
    '/deliveries/redeliver',
    '/deliveries/:delivery_id/redeliver',
  ].flatMap((rest) => [`integrations/:slug${rest}`, `services/:slug${rest}`]),
  'events',
  'ci/lint', // changes nothing
  'trigger/pipeline',
  'ref/*ref/trigger/pipeline',
].map((rest) => `/projects/:id${rest && '/'}${rest}`);

let app: TestApp;
let owner: TestUser;
let params: SeededParams;
let removed: Readonly<Record<string, string>>;
let writes: readonly ApiRoute[];
beforeAll(async () => {
  app = await startApp();
  owner = await aUser(app, { admin: true });
  params = await seedRecords(app, owner);
  removed = await removedRecords(params.projects!);
  writes = authorizedRoutes(app).filter((route) => !isRead(route) && route.path.startsWith('/projects/:id'));
  await owner.api.post(`projects/${params.projects!.id}/archive`);
});
afterAll(() => app.close());

/** Below the project: paths of what its {@link CONTENT} names and the seeded records lack. */
async function removedRecords({ id, alert_id: alertId, repository_id: imagesId }: SeededParams[string]) {
  const { api } = owner;
  const path = `projects/${id}`;
  const { body: incident } = await api.post(`${path}/alert_management_alerts/${alertId}/incident`);
  await api.post(`${path}/repository/branches`, { branch: 'lost', ref: 'main' });
  await api.delete(`${path}/repository/branches/lost`);
  const [lost] = (await api.get(`${path}/repository/deleted_refs`)).body;
  const images = `registry/repositories/${imagesId}`;
  const { body: project } = await api.get(path);
  for (const tag of ['kept', 'lost']) {
    await pushImage(registryAs(app, owner), project.path_with_namespace.toLowerCase(), tag, anImage());
  }
  await api.delete(`${path}/${images}/tags/lost`);
  const [whole, part] = await Promise.all([uploaded(path, 'whole'), uploaded(path, 'part')]);
  await api.delete(`${path}/${whole.path}`);
  await api.delete(`${path}/${part.path}/package_files/${part.fileId}`);
  return {
    'PUT /projects/:id/incidents/:incident_id': `incidents/${incident.id}`,
    'POST /projects/:id/repository/deleted_refs/:ref_id/restore': `repository/deleted_refs/${lost.id}/restore`,
    'DELETE /projects/:id/repository/tags/:tag': 'repository/tags/v1.0',
    'DELETE /projects/:id/registry/repositories/:repository_id/tags/:tag_name': `${images}/tags/kept`,
    'POST /projects/:id/registry/repositories/:repository_id/deleted_tags/:tag_name/restore': `${images}/deleted_tags/lost/restore`,
    'POST /projects/:id/packages/:package_id/restore': `${whole.path}/restore`,
    'POST /projects/:id/packages/:package_id/package_files/:package_file_id/restore': `${part.path}/package_files/${part.fileId}/restore`,
  };
}

/** A package of two files, with the id of one. */
async function uploaded(project: string, name: string) {
  const { api } = owner;
  const id = project.split('/')[1]!;
  await upload(api, genericPath(id, 'a.bin', '1.0', name));
  await upload(api, genericPath(id, 'b.bin', '1.0', name));
  const [{ id: packageId }] = (await api.get(`${project}/packages?package_name=${name}`)).body;
  const [{ id: fileId }] = (await api.get(`${project}/packages/${packageId}/package_files`)).body;
  return { path: `packages/${packageId}`, fileId: fileId as number };
}

const keyOf = ({ verb, path }: ApiRoute): string => `${verb} ${path}`;

describe('an archived project', () => {
  it('has every write named as one of its content or of its settings', () => {
    const unknown = writes.filter((route) => !(keyOf(route) in CONTENT) && !SETTINGS.includes(route.path)).map(keyOf);
    const gone = Object.keys(CONTENT).filter((key) => !writes.some((route) => keyOf(route) === key));

    expect({ unknown, gone }).toEqual({ unknown: [], gone: [] });
  });

  it('refuses every change of its content, also to its owner', async () => {
    const surprises: unknown[] = [];
    for (const route of writes.filter((each) => keyOf(each) in CONTENT)) {
      const below = removed[keyOf(route)];
      const path = below === undefined ? seededPath(route, params) : `projects/${params.projects!.id}/${below}`;
      const answer = path && (await owner.api.send(route.verb, path, CONTENT[keyOf(route)]));
      if (!answer || answer.status !== 403 || answer.body.message !== '403 Forbidden - The project is archived') {
        surprises.push({ route: keyOf(route), status: answer && answer.status, text: answer && answer.text });
      }
    }

    expect(surprises).toEqual([]);
  });
});
