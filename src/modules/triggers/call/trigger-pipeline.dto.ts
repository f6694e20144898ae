import { Json } from '../../../common/params/param.decorators.js';

/** Only documents the call, which is read by its own rules (contract: triggers §2). */
export class TriggerPipelineInput {
  @Json({ description: 'A branch or tag; required.' }) ref?: unknown;
  @Json({ description: 'A trigger token or the token of a running job; required.' }) token?: unknown;
  @Json({ description: 'Stands for `token`.' }) job_token?: unknown;
  @Json({ description: 'A map, or a list of `{key, value, variable_type}`.' }) variables?: unknown;
  @Json() event_type?: unknown;
  @Json() dry_run?: unknown;
}
