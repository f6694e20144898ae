import { TrackerApi } from './trackers/tracker-api.js';
import { trackerPlan } from './trackers/tracker-plan.js';
import { transitionIds } from './checks.js';
import { defineKind } from './kind.js';
import { bool, REQUIRED, SECRET, text, url } from './param.js';
import { ACTIVE } from './shared-params.js';

export const issueTrackerC = defineKind({
  slug: 'issue-tracker-c',
  alias: 'jira',
  title: 'Issue tracker C',
  category: 'issue tracker',
  transport: 'http',
  params: [
    url('url', REQUIRED),
    url('api_url'),
    text('username', REQUIRED),
    text('password', SECRET),
    ACTIVE,
    bool('jira_issue_transition_automatic', { default: false }),
    text('jira_issue_transition_id', { check: transitionIds }),
  ],
  flags: ['commit_events', 'merge_requests_events', 'comment_on_event_enabled'],
  events: ['push', 'merge_request'],
  plan: trackerPlan,
  test: (settings) => [new TrackerApi(settings).get('server', 'serverInfo')],
});
