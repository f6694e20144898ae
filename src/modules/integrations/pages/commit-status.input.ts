import { Pattern, Text } from '../../../common/params/param.decorators.js';
import { FULL_ID } from '../../../platform/git/object-ids.js';

/** The commit that a CI server is asked for. */
export class CommitStatusInput {
  @Pattern(FULL_ID, { required: true }) sha: string;
  @Text({ required: true, blank: true }) ref: string;
}
