import { Json } from '../../../common/params/param.decorators.js';

const TEXT = { type: 'string' };

/** Only documents the call, which is read by its own rules (contract: integrations §9). */
export class SlashCommandInput {
  @Json({ description: 'Of the integration; required.', forms: [TEXT] }) token?: unknown;
  @Json({ forms: [TEXT] }) team_id?: unknown;
  @Json({ forms: [TEXT] }) team_domain?: unknown;
  @Json({ forms: [TEXT] }) channel_id?: unknown;
  @Json({ forms: [TEXT] }) channel_name?: unknown;
  @Json({ description: 'Who typed the command.', forms: [TEXT] }) user_id?: unknown;
  @Json({ forms: [TEXT] }) user_name?: unknown;
  @Json({ forms: [TEXT] }) command?: unknown;
  @Json({ description: 'What was typed after the command.', forms: [TEXT] }) text?: unknown;
  @Json({ description: 'Never requested.', forms: [TEXT] }) response_url?: unknown;
  @Json({ forms: [TEXT] }) trigger_id?: unknown;
  @Json({ description: 'Only asks whether the token is right.', forms: [TEXT] }) ssl_check?: unknown;
}
