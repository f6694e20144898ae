import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { merged, nullable, record, Time } from '../../../common/wire/wire-types.js';
import { presentRunnerSummary, RunnerSummarySchema } from '../jobs/runner-summary.presenter.js';
import type { Runner, RunnerTarget } from './runner.js';

/** Contract: triggers §9. */
export const RunnerSchema = merged('Runner', [
  RunnerSummarySchema,
  Type.Object({ ip_address: nullable(Type.String()) }),
]);
export type RunnerView = Static<typeof RunnerSchema>;

const ProjectSchema = record('RunnerProject', {
  id: Type.Integer(),
  name: Type.String(),
  name_with_namespace: Type.String(),
  path: Type.String(),
  path_with_namespace: Type.String(),
});
const GroupSchema = record('RunnerGroup', { id: Type.Integer(), name: Type.String(), web_url: Type.String() });

export const RunnerDetailsSchema = merged('RunnerDetails', [
  RunnerSchema,
  Type.Object({
    tag_list: Type.Array(Type.String()),
    run_untagged: Type.Boolean(),
    locked: Type.Boolean(),
    access_level: Type.String(),
    maximum_timeout: nullable(Type.Integer()),
    maintenance_note: nullable(Type.String()),
    contacted_at: nullable(Time),
    updated_at: Time,
    version: nullable(Type.String()),
    revision: nullable(Type.String()),
    platform: nullable(Type.String()),
    architecture: nullable(Type.String()),
    projects: Type.Array(ProjectSchema),
    groups: Type.Array(GroupSchema),
  }),
]);
export type RunnerDetailsView = Static<typeof RunnerDetailsSchema>;

/** The response that shows the token of a new runner once. */
export const RunnerTokenSchema = record('RunnerToken', {
  id: Type.Integer(),
  token: Type.String(),
  token_expires_at: Type.Null(),
});

export const presentRunner = (runner: Runner): RunnerView => ({
  ...presentRunnerSummary(runner),
  ip_address: runner.ipAddress,
});

/** All data of a runner, for single reads (contract: triggers §9). */
export function presentRunnerDetails(
  runner: Runner,
  { projects, groups }: { readonly projects: readonly RunnerTarget[]; readonly groups: readonly RunnerTarget[] },
  baseUrl: string,
): RunnerDetailsView {
  return {
    ...presentRunner(runner),
    tag_list: [...runner.tags],
    run_untagged: runner.runUntagged,
    locked: runner.isLocked,
    access_level: runner.accessLevel,
    maximum_timeout: runner.maximumTimeout,
    maintenance_note: runner.maintenanceNote,
    contacted_at: runner.contactedAt,
    updated_at: runner.updatedAt,
    version: runner.version,
    revision: runner.revision,
    platform: runner.platform,
    architecture: runner.architecture,
    projects: projects.map(({ id, name, fullName, path, fullPath }) => ({
      id,
      name,
      name_with_namespace: fullName,
      path,
      path_with_namespace: fullPath,
    })),
    groups: groups.map(({ id, name, fullPath }) => ({ id, name, web_url: `${baseUrl}/groups/${fullPath}` })),
  };
}

export const presentRunnerToken = ({ id, token }: { readonly id: number; readonly token: string }) => ({
  id,
  token,
  token_expires_at: null,
});
