import { flowPlan } from './chat/flow-plan.js';
import { defineKind } from './kind.js';
import { SECRET, text } from './param.js';

export const chatFlowA = defineKind({
  slug: 'chat-flow-a',
  alias: 'flowdock',
  title: 'Chat flow A',
  category: 'chat',
  transport: 'http',
  params: [text('token', SECRET)],
  events: ['push'],
  plan: flowPlan,
});
