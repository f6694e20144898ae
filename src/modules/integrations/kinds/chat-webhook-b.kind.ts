import { webhookPlan } from './chat/webhook-plan.js';
import { textForm } from './chat/wire/text-forms.js';
import { webhookChat } from './factories.js';

export const chatWebhookB = webhookChat(
  { slug: 'chat-webhook-b', alias: 'pumble', title: 'Chat webhook B' },
  webhookPlan(textForm),
);
