import { pushMailPlan } from './mail/push-mail-plan.js';
import { defineKind } from './kind.js';
import { bool, multi, REQUIRED } from './param.js';
import { someAddresses, WHITE_SPACE } from './recipients.js';
import { branches } from './shared-params.js';

export const emailsOnPush = defineKind({
  slug: 'emails-on-push',
  alias: 'emails-on-push',
  title: 'Emails on push',
  category: 'mail',
  transport: 'mail',
  params: [
    multi('recipients', { ...REQUIRED, check: someAddresses(WHITE_SPACE) }),
    bool('disable_diffs', { default: false }),
    bool('send_from_committer_email', { default: false }),
    branches('all'),
  ],
  flags: ['push_events', 'tag_push_events'],
  events: ['push', 'tag_push'],
  gathers: ['diff'],
  plan: pushMailPlan,
});
