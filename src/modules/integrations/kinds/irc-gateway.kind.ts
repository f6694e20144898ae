import { ircPlan } from './irc/irc-plan.js';
import { hostName } from './checks.js';
import { defineKind, valueAfter } from './kind.js';
import { bool, int, multi, REQUIRED, text } from './param.js';
import { channelUris } from './recipients.js';

export const ircGateway = defineKind({
  slug: 'irc-gateway',
  alias: 'irker',
  title: 'IRC gateway',
  category: 'chat',
  transport: 'tcp',
  params: [
    multi('recipients', REQUIRED),
    text('default_irc_uri'),
    text('server_host', { default: 'localhost', check: hostName }),
    int('server_port', { default: 6659 }),
    bool('colorize_messages', { default: false }),
  ],
  events: ['push'],
  consequences: (change) => {
    const base = valueAfter(change, 'default_irc_uri') ?? '';
    const uris = channelUris(String(valueAfter(change, 'recipients') ?? ''), String(base));
    return uris.length > 0 ? {} : { errors: { recipients: 'are all invalid' } };
  },
  plan: ircPlan,
});
