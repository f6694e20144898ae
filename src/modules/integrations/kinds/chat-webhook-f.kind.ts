import { webhookPlan } from './chat/webhook-plan.js';
import { cardForm } from './chat/wire/card-form.js';
import { webhookChat } from './factories.js';

export const chatWebhookF = webhookChat(
  { slug: 'chat-webhook-f', alias: 'microsoft-teams', title: 'Chat webhook F' },
  webhookPlan(cardForm),
);
