import { linkedTracker } from './factories.js';

export const customIssueTracker = linkedTracker(
  { slug: 'custom-issue-tracker', alias: 'custom-issue-tracker', title: 'Custom issue tracker' },
  'new_issue_url',
  'issues_url',
  'project_url',
);
