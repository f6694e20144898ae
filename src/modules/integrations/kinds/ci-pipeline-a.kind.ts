import { hookStep } from './ci/hook-step.js';
import { pipelineStatus } from './ci/pipeline-status.js';
import { textOf } from './settings-values.js';
import { CI_FLAGS } from './flags.js';
import { defineKind } from './kind.js';
import { REQUIRED, SECRET, text, url } from './param.js';
import { SSL } from './shared-params.js';

export const ciPipelineA = defineKind({
  slug: 'ci-pipeline-a',
  alias: 'buildkite',
  title: 'CI pipeline A',
  category: 'ci',
  transport: 'http',
  params: [text('token', SECRET), url('project_url', REQUIRED), SSL],
  flags: CI_FLAGS,
  events: ['push', 'merge_request', 'tag_push'],
  status: pipelineStatus,
  // The part of the token after the colon reads statuses and is never sent with an event.
  plan: (event, settings, { base }) => {
    const [webhook = ''] = textOf(settings, 'token').split(':');
    return [hookStep(event, { url: `${base}/deliver/${encodeURIComponent(webhook)}` })];
  },
});
