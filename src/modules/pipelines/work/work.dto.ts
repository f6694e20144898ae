import { Int, Json, OneOf, Text } from '../../../common/params/param.decorators.js';

export const JOB_STATES = ['running', 'success', 'failed'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Contract: triggers §9. */
export class RequestJobInput {
  @Text({ required: true }) token: string;
  @Json({ forms: [{ type: 'object', additionalProperties: true }] }) info?: unknown;
  @Text({ description: 'What the last answer without a job said; with it the answer may wait for a job.' })
  last_update?: string;
}

export class UpdateJobInput {
  @Text({ required: true }) token: string;
  @OneOf(JOB_STATES, { required: true }) state: JobState;
  @Text() failure_reason?: string;
  @Int() exit_code?: number;
  @Json({ forms: [{ type: 'object', additionalProperties: true }] }) output?: unknown;
}
