import { channelPlan } from './chat/channel-plan.js';
import { CHAT_EVENTS } from './factories.js';
import { CHAT_FLAGS } from './flags.js';
import { defineKind } from './kind.js';
import { SECRET, text, url } from './param.js';
import { channels, NOTIFICATIONS } from './shared-params.js';

export const chatNotificationsB = defineKind({
  slug: 'chat-notifications-b',
  alias: 'mattermost',
  title: 'Chat notifications B',
  category: 'chat',
  transport: 'http',
  params: [
    url('webhook', SECRET),
    text('username'),
    text('channel'),
    ...NOTIFICATIONS,
    ...channels(['deployment_channel']),
  ],
  flags: CHAT_FLAGS,
  events: CHAT_EVENTS,
  plan: channelPlan,
});
