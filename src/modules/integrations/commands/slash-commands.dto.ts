import { Json } from '../../../common/params/param.decorators.js';

/** Only documents the call, which is read by its own rules (contract: integrations §9). */
export class SlashCommandInput {
  @Json({ description: 'Of the integration; required.' }) token?: unknown;
  @Json() team_id?: unknown;
  @Json() team_domain?: unknown;
  @Json() channel_id?: unknown;
  @Json() channel_name?: unknown;
  @Json({ description: 'Who typed the command.' }) user_id?: unknown;
  @Json() user_name?: unknown;
  @Json() command?: unknown;
  @Json({ description: 'What was typed after the command.' }) text?: unknown;
  @Json({ description: 'Never requested.' }) response_url?: unknown;
  @Json() trigger_id?: unknown;
  @Json({ description: 'Only asks whether the token is right.' }) ssl_check?: unknown;
}
