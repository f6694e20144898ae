import { aNotification, anAlertIntegration } from '../builders/alerts.js';
import { anImage, pushImage } from '../builders/images.js';
import { genericPath, upload } from '../builders/packages.js';
import { aCiProject } from '../builders/pipelines.js';
import { aGroup, aMember } from '../builders/records.js';
import type { TestUser } from '../builders/records.js';
import { registryAs } from '../builders/registry.js';
import type { TestApp } from './app.js';
import type { ApiRoute } from './every-route.js';
import { TestRunner } from './test-runner.js';

/** Path parameters that name what there is: by the first segment of the path, then by their names. */
export type SeededParams = Readonly<Record<string, Readonly<Record<string, string | number>>>>;

/** One private thing of every kind, so that lists are not empty; the owner is an administrator. */
export async function seedRecords(app: TestApp, owner: TestUser): Promise<SeededParams> {
  const { api } = owner;
  const group = await aGroup(api, { visibility: 'private' });
  await aGroup(api, { parent_id: group.id });
  const ci = await aCiProject(app, 'one: { script: x }\ntwo: { stage: deploy, script: y }\n', {
    owner,
    fields: { namespace_id: group.id, visibility: 'private' },
  });
  const { path, project } = ci;
  const blocked = await aMember(app, { project }, 30);
  await aMember(app, { group }, 30);
  await api.post(`users/${blocked.id}/block`);
  await api.post(`${path}/access_tokens`, { name: 'x', scopes: ['read_api'] });
  await api.post(`groups/${group.id}/access_tokens`, { name: 'x', scopes: ['read_api'] });
  await api.post(`${path}/repository/branches`, { branch: 'a/b#1', ref: 'main' });
  await api.post(`${path}/repository/tags`, { tag_name: 'v1.0', ref: 'main' });
  const readme = { branch: 'main', content: '# x', commit_message: 'Add' };
  await api.post(`${path}/repository/files/README.md`, readme);
  const { body: runner } = await api.get(path);
  await TestRunner.register(app, runner.runners_token);
  await TestRunner.register(app, (await api.get(`groups/${group.id}`)).body.runners_token);
  const pipeline = await ci.start();
  const [job] = (await api.get(`${path}/jobs`)).body;
  const sha = (await api.get(`${path}/repository/commits`)).body[0].id;
  await api.post(`${path}/statuses/${sha}`, { state: 'success', name: 'lab' });
  const { body: trigger } = await api.post(`${path}/triggers`, { description: 'x' });
  await pushImage(registryAs(app, owner), project.path_with_namespace.toLowerCase(), 'v1', anImage());
  const [images] = (await api.get(`${path}/registry/repositories`)).body;
  const file = { title: 'x', file_name: 'x', content: 'x', visibility: 'private' };
  const { body: snippet } = await api.post('snippets', file);
  const { body: below } = await api.post(`${path}/snippets`, file);
  const ofProject = {
    ...(await seedPackage(owner, project.id)),
    ...(await seedAlert(app, owner, project.id)),
    ...(await seedDelivery(owner, project.id)),
    id: project.id,
    pipeline_id: pipeline.id,
    job_id: job.id,
    trigger_id: trigger.id,
    snippet_id: below.id,
    repository_id: images.id,
    tag_name: 'v1.0',
    branch: 'a%2Fb%231',
    sha,
    ref: sha,
    file_path: 'README.md',
    user_id: owner.id,
    first: ci.sha,
  };
  return {
    projects: ofProject,
    groups: { id: group.id, user_id: owner.id },
    users: { user_id: owner.id, id: owner.id },
    namespaces: { id: group.id },
    snippets: { snippet_id: snippet.id, id: snippet.id },
    registry: { repository_id: images.id },
    runners: { runner_id: (await api.get(`${path}/runners`)).body[0]?.id },
  };
}

async function seedPackage({ api }: TestUser, projectId: number) {
  await upload(api, genericPath(projectId));
  const [{ id }] = (await api.get(`projects/${projectId}/packages`)).body as [{ id: number }];
  const [file] = (await api.get(`projects/${projectId}/packages/${id}/package_files`)).body as [{ id: number }];
  return { package_id: id, package_file_id: file.id };
}

/** An alert with the integration that it came by. */
async function seedAlert(app: TestApp, { api }: TestUser, projectId: number) {
  const { id, url, token } = await anAlertIntegration(api, projectId, { type: 'prometheus' });
  const firing = { status: 'firing', labels: { alertname: 'x' }, annotations: {}, startsAt: '2026-01-01T00:00:00Z' };
  const headers = { Authorization: `Bearer ${token}` };
  await app.anonymous.send('POST', new URL(url).pathname, aNotification([firing]), { headers });
  const [alert] = (await api.get(`projects/${projectId}/alert_management_alerts`)).body as [{ id: number }];
  return { integration_id: id, alert_id: alert.id };
}

/** An integration with a delivery that was made to it. */
async function seedDelivery({ api }: TestUser, projectId: number) {
  const slug = 'chat-webhook-a';
  await api.put(`projects/${projectId}/integrations/${slug}`, { webhook: 'https://chat.example.com/x' });
  await api.post(`projects/${projectId}/integrations/${slug}/test`);
  const [delivery] = (await api.get(`projects/${projectId}/integrations/${slug}/deliveries`)).body as { id: number }[];
  return { slug, ...(delivery ? { delivery_id: delivery.id } : {}) };
}

/** The path of a route with what there is; undefined where there is nothing to ask for. */
export function seededPath({ path }: Pick<ApiRoute, 'path'>, params: SeededParams): string | undefined {
  const held = params[path.split('/')[1] ?? ''] ?? {};
  const names = [...path.matchAll(/[:*](\w+)/g)].map(([, name = '']) => name);
  return names.every((name) => name in held)
    ? path.slice(1).replace(/[:*](\w+)/g, (_all, name: string) => String(held[name]))
    : undefined;
}
