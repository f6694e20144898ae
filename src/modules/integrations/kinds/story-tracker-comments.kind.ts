import { storyPlan, storyTest } from './trackers/story-plan.js';
import { defineKind } from './kind.js';
import { SECRET, text } from './param.js';

export const storyTrackerComments = defineKind({
  slug: 'story-tracker-comments',
  alias: 'pivotaltracker',
  title: 'Story tracker comments',
  category: 'commits',
  transport: 'http',
  params: [text('token', SECRET), text('restrict_to_branch')],
  events: ['push'],
  plan: storyPlan,
  test: storyTest,
});
