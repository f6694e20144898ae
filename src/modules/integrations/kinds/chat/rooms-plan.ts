import { counted } from '../../../../common/text/counted.js';
import { cleanLine } from '../clean-text.js';
import { pushOf } from '../payload/push-facts.js';
import { listAt, textAt } from '../payload/read-payload.js';
import { actorName } from '../payload/user-facts.js';
import { textOf, withoutSlash } from '../settings-values.js';
import type { IntegrationEvent, Json, Plan, Settings, Step, TestCalls } from '../step.js';

const SUBDOMAIN = '{subdomain}';

/** Looks up the room, then posts to it; a room that does not exist is not a failure (contract: integrations §6.1). */
export const roomsPlan: Plan = (event, settings, { base }) => {
  const room = textOf(settings, 'room');
  const missing = room === '' ? 'room' : missingSubdomain(settings, base);
  if (missing !== undefined) {
    return [unconfigured(missing)];
  }
  return [
    {
      ...roomsStep(settings, base),
      extract: ({ json }) => roomId(json, room),
      next: (id) => (typeof id === 'string' ? [speakStep(id, event, settings, base)] : []),
    },
  ];
};

/** Reads the rooms of the account. */
export const roomsTest: TestCalls = (settings, { base }) => {
  const missing = missingSubdomain(settings, base);
  return [missing === undefined ? roomsStep(settings, base) : unconfigured(missing)];
};

/** The vendor's own addresses start with the subdomain of the account. */
const missingSubdomain = (settings: Settings, base: string): string | undefined =>
  base.includes(SUBDOMAIN) && textOf(settings, 'subdomain') === '' ? 'subdomain' : undefined;

const unconfigured = (name: string): Step => ({ key: 'rooms', call: { unconfigured: `${name} is not set` } });

const roomsStep = (settings: Settings, base: string): Step => ({
  key: 'rooms',
  call: { http: { method: 'GET', url: `${addressed(base, settings)}/rooms.json`, auth: authOf(settings) } },
});

const speakStep = (id: string, event: IntegrationEvent, settings: Settings, base: string): Step => ({
  key: 'speak',
  call: {
    http: {
      method: 'POST',
      url: `${addressed(base, settings)}/room/${encodeURIComponent(id)}/speak.json`,
      auth: authOf(settings),
      body: { json: { message: { type: 'TextMessage', body: said(event.payload) } } },
    },
  },
});

const authOf = (settings: Settings) => ({ username: textOf(settings, 'token'), password: 'X' });
const addressed = (base: string, settings: Settings): string =>
  withoutSlash(base.replaceAll(SUBDOMAIN, encodeURIComponent(textOf(settings, 'subdomain'))));

function roomId(answer: Json, room: string): Json {
  const found = listAt(answer, 'rooms').find((one) => textAt(one, 'name') === room || textAt(one, 'id') === room);
  return found === undefined ? null : textAt(found, 'id');
}

function said(payload: Json): string {
  const push = pushOf(payload);
  const subject = `[${cleanLine(push.project.path)}] ${cleanLine(actorName(push.user))}`;
  const name = cleanLine(push.name);
  if (push.change === 'moved') {
    return `${subject} pushed ${counted(push.totalCommits, 'commit')} to ${name}. ${push.compareUrl}`;
  }
  return `${subject} ${push.change === 'created' ? 'pushed new' : 'removed'} branch ${name}`;
}
