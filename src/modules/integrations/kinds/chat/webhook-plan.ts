import { httpStep } from '../calls.js';
import { textOf } from '../settings-values.js';
import type { HttpCall, Json, Plan } from '../step.js';
import type { ChatMessage } from './chat-message.js';
import { chatMessage } from './messages/index.js';

type Form = (message: ChatMessage) => Json;

/** One message to the webhook, in the receiver's format. */
export const webhookPlan =
  (form: Form, options: Pick<HttpCall, 'retryAfterMember'> = {}): Plan =>
  (event, settings) => {
    const message = chatMessage(event);
    return message === undefined
      ? []
      : [
          httpStep('message', {
            method: 'POST',
            url: textOf(settings, 'webhook'),
            body: { json: form(message) },
            ...options,
          }),
        ];
  };
