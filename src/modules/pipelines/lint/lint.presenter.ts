import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable, record } from '../../../common/wire/wire-types.js';
import { PlannedJobSchema, presentPlannedJob } from '../creation/pipeline-plan.presenter.js';
import type { PlannedJobView } from '../creation/pipeline-plan.presenter.js';

/** Contract: triggers §16.8. */
export const LintSchema = record('LintResult', {
  valid: Type.Boolean(),
  errors: Type.Array(Type.String()),
  warnings: Type.Array(Type.String()),
  jobs: Type.Array(PlannedJobSchema),
  merged_yaml: nullable(Type.String()),
});

interface Linted {
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly jobs: readonly Parameters<typeof presentPlannedJob>[0][];
  readonly merged: string | null;
}

export const presentLint = ({ errors, warnings, jobs, merged }: Linted): Static<typeof LintSchema> => ({
  valid: errors.length === 0,
  errors: [...errors],
  warnings: [...warnings],
  jobs: jobs.map((job): PlannedJobView => presentPlannedJob(job)),
  merged_yaml: merged,
});
