import { holdsId } from './checks.js';
import { trackerTest } from './link-test.js';
import { defineKind } from './kind.js';
import { link, REQUIRED } from './param.js';
import { trackerLinks } from './shared-params.js';

export const issueTrackerB = defineKind({
  slug: 'issue-tracker-b',
  alias: 'ewm',
  title: 'Issue tracker B',
  category: 'issue tracker',
  transport: 'none',
  params: [...trackerLinks('new_issue_url', 'project_url'), link('issues_url', { ...REQUIRED, check: holdsId })],
  test: trackerTest,
});
