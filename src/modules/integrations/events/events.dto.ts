import { Bool, Text } from '../../../common/params/param.decorators.js';

/** What the events API accepts in addition to the members of the event (contract: integrations §4.3). */
export class CreateEventInput {
  @Text({ required: true, max: Infinity, description: 'What the event is about, such as `push` or `merge_request`.' })
  object_kind: string;
  @Text({ nullable: true, description: 'Of the caller: an event that comes again is stored once.' })
  event_id?: string | null;
  @Bool({ description: 'Only says which integrations would fire, and what they would send.' })
  dry_run?: boolean;
}
