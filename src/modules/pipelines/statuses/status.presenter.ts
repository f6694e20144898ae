import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable, record, Time } from '../../../common/wire/wire-types.js';
import { BasicUserSchema, presentBasicUser } from '../../../core/users/user.presenter.js';
import type { CommitStatus } from './commit-status.js';

/** Contract: triggers §10. */
export const StatusSchema = record('CommitStatus', {
  id: Type.Integer(),
  sha: Type.String(),
  ref: Type.String(),
  status: Type.String(),
  name: Type.String(),
  target_url: nullable(Type.String()),
  description: nullable(Type.String()),
  created_at: Time,
  started_at: nullable(Time),
  finished_at: nullable(Time),
  allow_failure: Type.Boolean(),
  coverage: nullable(Type.Number()),
  author: nullable(BasicUserSchema),
  pipeline_id: Type.Integer(),
});

export const presentStatus = (status: CommitStatus, baseUrl: string): Static<typeof StatusSchema> => ({
  id: status.id,
  sha: status.sha,
  ref: status.ref,
  status: status.status,
  name: status.name,
  target_url: status.targetUrl,
  description: status.description,
  created_at: status.createdAt,
  started_at: status.startedAt,
  finished_at: status.finishedAt,
  allow_failure: status.allowFailure,
  coverage: status.coverage,
  author: status.author && presentBasicUser(status.author, baseUrl),
  pipeline_id: status.pipelineId,
});
