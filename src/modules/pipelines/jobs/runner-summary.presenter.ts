import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable, record } from '../../../common/wire/wire-types.js';
import type { JobRunner } from './ci-job.js';

/** Contract: triggers §7, §9. */
export const RunnerSummarySchema = record('RunnerSummary', {
  id: Type.Integer(),
  description: nullable(Type.String()),
  active: Type.Boolean(),
  paused: Type.Boolean(),
  is_shared: Type.Boolean(),
  runner_type: Type.String(),
  name: nullable(Type.String()),
  online: Type.Boolean(),
  status: Type.String(),
});
export type RunnerSummaryView = Static<typeof RunnerSummarySchema>;

export const presentRunnerSummary = (runner: JobRunner): RunnerSummaryView => ({
  id: runner.id,
  description: runner.description,
  active: !runner.isPaused,
  paused: runner.isPaused,
  is_shared: runner.type === 'instance_type',
  runner_type: runner.type,
  name: runner.name,
  online: runner.isOnline === true,
  status: runner.isOnline === null ? 'never_contacted' : runner.isOnline ? 'online' : 'offline',
});
