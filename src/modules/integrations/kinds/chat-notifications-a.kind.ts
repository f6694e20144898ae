import { channelPlan } from './chat/channel-plan.js';
import { CHAT_EVENTS } from './factories.js';
import { CHAT_FLAGS } from './flags.js';
import { defineKind } from './kind.js';
import { bool, SECRET, text, url } from './param.js';
import { channels, NOTIFICATIONS } from './shared-params.js';

export const chatNotificationsA = defineKind({
  slug: 'chat-notifications-a',
  alias: 'slack',
  title: 'Chat notifications A',
  category: 'chat',
  transport: 'http',
  params: [
    url('webhook', SECRET),
    text('username'),
    text('channel'),
    ...NOTIFICATIONS,
    bool('deployment_events', { default: false }),
    ...channels(),
  ],
  flags: [...CHAT_FLAGS, 'commit_events', 'job_events'],
  flagsOffAtFirst: ['job_events'],
  events: [...CHAT_EVENTS, 'deployment', 'build'],
  plan: channelPlan,
});
