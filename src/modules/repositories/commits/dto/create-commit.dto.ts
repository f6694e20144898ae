import { Bool, Json, Text } from '../../../../common/params/param.decorators.js';
import type { CommitRequest } from '../../writes/commit-request.js';
import { readActions } from './commit-actions.js';

const MAX_REF = 1024;
export const MAX_MESSAGE = 1_000_000;

/** Contract: git §3.3. */
export class CreateCommitInput {
  @Text({ required: true, max: MAX_REF }) branch: string;
  @Text({ required: true, max: MAX_MESSAGE }) commit_message: string;
  @Json({ required: true }) actions: unknown;
  @Text({ max: MAX_REF }) start_branch?: string;
  @Text({ max: MAX_REF }) start_sha?: string;
  @Bool() force?: boolean;
  @Text() author_name?: string;
  @Text() author_email?: string;
  @Bool() stats?: boolean;
  @Bool() dry_run?: boolean;
}

/** Empty texts are no start and no author. */
export const given = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

export const commitRequest = (input: CreateCommitInput): CommitRequest => ({
  branch: input.branch,
  message: input.commit_message,
  actions: readActions(input.actions),
  startBranch: given(input.start_branch),
  startSha: given(input.start_sha),
  force: input.force ?? false,
  authorName: given(input.author_name),
  authorEmail: given(input.author_email),
});
