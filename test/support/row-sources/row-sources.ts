import { aGroup, aProject, aUser } from '../../builders/records.js';
import type { TestApp } from '../app.js';
import { alerts } from './alerts.js';
import { accounts, containers, tokens } from './containers.js';
import { images } from './images.js';
import { integrations } from './integrations.js';
import { packages } from './packages.js';
import { pipelines } from './pipelines.js';
import { auditEvents, records, settings } from './records.js';
import { storageMoves } from './storage-moves.js';
import { inserterOf } from './row-source.js';
import type { RowSource } from './row-source.js';

/** Lists of what the program or its configuration has, of what git has, and of rows of several kinds or without ids. */
export const WITHOUT_ROWS: ReadonlySet<string> = new Set([
  ...['/features', '/integration_kinds', '/repository_storages'],
  ...['/groups/:id/access_report', '/projects/:id/access_report'],
  ...['variables', 'bridges'].map((list) => `/projects/:id/pipelines/:pipeline_id/${list}`),
  ...['branches', 'tags', 'commits', 'commits/:sha/diff', 'commits/:sha/refs', 'tree'].map(
    (list) => `/projects/:id/repository/${list}`,
  ),
]);

/** A source for every list of the product, with containers of its own. */
export async function rowSources(app: TestApp): Promise<RowSource[]> {
  const owner = await aUser(app);
  const group = await aGroup(owner.api);
  const project = await aProject(owner.api, { namespace_id: group.id, initialize_with_readme: true });
  const inserted = inserterOf(app);
  const subjects = { app, inserted, owner, groupId: group.id, projectId: project.id };
  const audited = await aGroup(owner.api);
  const auditedProject = await aProject(owner.api, { namespace_id: group.id });
  return [
    ...containers(subjects),
    ...accounts(subjects),
    ...tokens(subjects),
    ...records(subjects),
    ...auditEvents({ ...subjects, groupId: audited.id, projectId: auditedProject.id }),
    ...settings(subjects),
    ...(await storageMoves(subjects)),
    ...(await pipelines(subjects)),
    ...(await images(subjects)),
    ...(await packages(subjects)),
    ...(await alerts(subjects)),
    ...(await integrations(subjects)),
  ];
}
