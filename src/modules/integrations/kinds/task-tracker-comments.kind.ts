import { taskPlan, taskTest } from './trackers/task-plan.js';
import { defineKind } from './kind.js';
import { SECRET, text } from './param.js';

export const taskTrackerComments = defineKind({
  slug: 'task-tracker-comments',
  alias: 'asana',
  title: 'Task tracker comments',
  category: 'commits',
  transport: 'http',
  params: [text('api_key', SECRET), text('restrict_to_branch')],
  events: ['push'],
  plan: taskPlan,
  test: taskTest,
});
