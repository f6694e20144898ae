import { Bool, Json, Text } from '../../../../common/params/param.decorators.js';
import type { ReadsLargeParts } from '../../../../common/params/read-input.js';
import type { ValidationErrors } from '../../../../common/params/validation-errors.js';
import type { CommitAction, CommitRequest } from '../../writes/commit-request.js';
import { ACTIONS_FORMS, readActions } from './commit-actions.js';
import { RefText } from '../../ref-text.js';

export const MAX_MESSAGE = 1_000_000;

/** Contract: git §3.3. */
export class CreateCommitInput implements ReadsLargeParts {
  @RefText({ required: true }) branch: string;
  @Text({ required: true, max: MAX_MESSAGE }) commit_message: string;
  @Json({ required: true, forms: ACTIONS_FORMS }) actions: unknown;
  @RefText() start_branch?: string;
  @RefText() start_sha?: string;
  @Bool() force?: boolean;
  @Text() author_name?: string;
  @Text() author_email?: string;
  @Bool() stats?: boolean;
  @Bool() dry_run?: boolean;
  private performed: readonly CommitAction[] = [];

  async readLargeParts(errors: ValidationErrors): Promise<void> {
    if (this.actions !== undefined) {
      this.performed = await readActions(this.actions, errors);
    }
  }

  toRequest(): CommitRequest {
    return {
      branch: this.branch,
      message: this.commit_message,
      actions: this.performed,
      startBranch: given(this.start_branch),
      startSha: given(this.start_sha),
      force: this.force ?? false,
      authorName: given(this.author_name),
      authorEmail: given(this.author_email),
    };
  }
}

/** Treats an empty start or author as absent. */
export const given = (text: string | undefined): string | undefined => (text === '' ? undefined : text);
