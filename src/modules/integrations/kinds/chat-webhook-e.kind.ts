import { webhookPlan } from './chat/webhook-plan.js';
import { shortTextForm } from './chat/wire/text-forms.js';
import { webhookChat } from './factories.js';

export const chatWebhookE = webhookChat(
  { slug: 'chat-webhook-e', alias: 'hangouts-chat', title: 'Chat webhook E' },
  webhookPlan(shortTextForm),
);
