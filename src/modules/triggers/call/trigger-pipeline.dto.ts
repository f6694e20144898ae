import { Json } from '../../../common/params/param.decorators.js';
import { VARIABLES_FORMS } from '../../pipelines/variables/read-variables.js';

const TEXT = { type: 'string' };

/** Only documents the call, which is read by its own rules (contract: triggers §2). */
export class TriggerPipelineInput {
  @Json({ description: 'A branch or tag; required.', forms: [TEXT] }) ref?: unknown;
  @Json({ description: 'A trigger token or the token of a running job; required.', forms: [TEXT] }) token?: unknown;
  @Json({ description: 'Stands for `token`.', forms: [TEXT] }) job_token?: unknown;
  @Json({ description: 'A map, or a list of `{key, value, variable_type}`.', forms: VARIABLES_FORMS })
  variables?: unknown;
  @Json({ forms: [TEXT] }) event_type?: unknown;
  @Json({ forms: [{ type: 'boolean' }] }) dry_run?: unknown;
}
