import { postJson } from '../calls.js';
import { textOf } from '../settings-values.js';
import type { IntegrationEvent, Plan, Settings, Step } from '../step.js';
import { chatMessage } from './messages/index.js';
import { slackForm } from './wire/slack-form.js';

/** One message to each channel of the event (contract: integrations §6.1). */
export const channelPlan: Plan = (event, settings) => {
  const message = chatMessage(event);
  if (message === undefined) {
    return [];
  }
  const username = textOf(settings, 'username');
  const form = { ...slackForm(message), ...(username === '' ? {} : { username }) };
  const webhook = textOf(settings, 'webhook');
  const channels = channelsOf(event, settings);
  return channels.length === 0
    ? [postJson('message', webhook, form)]
    : channels.map((channel): Step => postJson(`message:${channel}`, webhook, { ...form, channel }));
};

/**
 * Channels from the first setting that is set: the one of the event type, the one of the object kind, the general one.
 */
function channelsOf({ objectKind, eventType }: IntegrationEvent, settings: Settings): readonly string[] {
  const own = objectKind === 'build' || objectKind === 'alert' ? [] : [`${eventType}_channel`, `${objectKind}_channel`];
  const list = [...own, 'channel'].map((name) => textOf(settings, name).trim()).find((names) => names !== '') ?? '';
  const names = list.split(',').map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}
