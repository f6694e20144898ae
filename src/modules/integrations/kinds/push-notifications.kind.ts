import { pushNotificationPlan } from './chat/push-notification-plan.js';
import { defineKind } from './kind.js';
import { REQUIRED, SECRET, text, word } from './param.js';

export const pushNotifications = defineKind({
  slug: 'push-notifications',
  alias: 'pushover',
  title: 'Push notifications',
  category: 'chat',
  transport: 'http',
  params: [
    text('api_key', SECRET),
    text('user_key', SECRET),
    word('priority', { ...REQUIRED, values: ['-2', '-1', '0', '1'] }),
    text('device'),
    text('sound'),
  ],
  events: ['push'],
  plan: pushNotificationPlan,
});
