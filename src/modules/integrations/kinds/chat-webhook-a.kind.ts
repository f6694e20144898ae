import { webhookPlan } from './chat/webhook-plan.js';
import { subjectForm } from './chat/wire/text-forms.js';
import { webhookChat } from './factories.js';

export const chatWebhookA = webhookChat(
  { slug: 'chat-webhook-a', alias: 'unify-circuit', title: 'Chat webhook A' },
  webhookPlan(subjectForm),
);
