import { trackerTest } from './link-test.js';
import { defineKind } from './kind.js';
import { link, REQUIRED } from './param.js';

export const issueTrackerE = defineKind({
  slug: 'issue-tracker-e',
  alias: 'youtrack',
  title: 'Issue tracker E',
  category: 'issue tracker',
  transport: 'none',
  params: [link('issues_url', REQUIRED), link('project_url')],
  test: trackerTest,
});
