import { Pattern, Text } from '../../../common/params/param.decorators.js';

const SHA = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i;

/** The commit that a CI server is asked for. */
export class CommitStatusInput {
  @Pattern(SHA, { required: true }) sha: string;
  @Text({ required: true, blank: true }) ref: string;
}
