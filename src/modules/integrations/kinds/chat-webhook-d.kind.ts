import { webhookPlan } from './chat/webhook-plan.js';
import { embedForm } from './chat/wire/embed-form.js';
import { webhookChat } from './factories.js';

export const chatWebhookD = webhookChat(
  { slug: 'chat-webhook-d', alias: 'discord', title: 'Chat webhook D' },
  webhookPlan(embedForm, { retryAfterMember: 'retry_after' }),
);
