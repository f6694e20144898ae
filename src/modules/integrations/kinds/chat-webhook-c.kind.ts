import { webhookPlan } from './chat/webhook-plan.js';
import { markdownForm } from './chat/wire/text-forms.js';
import { webhookChat } from './factories.js';

export const chatWebhookC = webhookChat(
  { slug: 'chat-webhook-c', alias: 'webex-teams', title: 'Chat webhook C' },
  webhookPlan(markdownForm),
);
