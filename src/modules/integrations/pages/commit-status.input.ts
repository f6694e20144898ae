import { Pattern, Text } from '../../../common/params/param.decorators.js';
import { FULL_ID } from '../../../platform/git/object-ids.js';

/** The commit whose status is read from a CI server. */
export class CommitStatusInput {
  @Pattern(FULL_ID, { required: true }) sha: string;
  @Text({ required: true, blank: true }) ref: string;
}
