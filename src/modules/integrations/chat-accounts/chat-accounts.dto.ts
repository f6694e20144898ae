import { Text } from '../../../common/params/param.decorators.js';

/** Contract: integrations §9. */
export class LinkChatAccountInput {
  @Text({ required: true, max: Infinity, description: 'Of the link that the chat showed.' }) token: string;
}
