import { trackerTest } from './link-test.js';
import { CHAT_FLAGS } from './flags.js';
import { defineKind } from './kind.js';
import type { IntegrationKind } from './kind.js';
import type { ObjectKind } from './object-kind.js';
import { SECRET, url } from './param.js';
import { NOTIFICATIONS, trackerLinks } from './shared-params.js';
import type { Plan } from './step.js';

type Named = Pick<IntegrationKind, 'slug' | 'alias' | 'title'>;

/** Events that chat kinds report. */
export const CHAT_EVENTS: readonly ObjectKind[] = [
  'push',
  'tag_push',
  'issue',
  'merge_request',
  'note',
  'pipeline',
  'wiki_page',
  'alert',
];

/** A chat that receives messages at a secret URL. */
export const webhookChat = (named: Named, plan: Plan): IntegrationKind =>
  defineKind({
    ...named,
    category: 'chat',
    transport: 'http',
    params: [url('webhook', SECRET), ...NOTIFICATIONS],
    flags: CHAT_FLAGS,
    events: CHAT_EVENTS,
    plan,
  });

/** An issue tracker that is only linked to. */
export const linkedTracker = (named: Named, ...links: readonly string[]): IntegrationKind =>
  defineKind({
    ...named,
    category: 'issue tracker',
    transport: 'none',
    params: trackerLinks(...links),
    test: trackerTest,
  });
