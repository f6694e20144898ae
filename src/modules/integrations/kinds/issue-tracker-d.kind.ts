import { linkedTracker } from './factories.js';

export const issueTrackerD = linkedTracker(
  { slug: 'issue-tracker-d', alias: 'redmine', title: 'Issue tracker D' },
  'new_issue_url',
  'project_url',
  'issues_url',
);
