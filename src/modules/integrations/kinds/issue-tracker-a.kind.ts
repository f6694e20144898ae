import { linkedTracker } from './factories.js';

export const issueTrackerA = linkedTracker(
  { slug: 'issue-tracker-a', alias: 'bugzilla', title: 'Issue tracker A' },
  'new_issue_url',
  'issues_url',
  'project_url',
);
