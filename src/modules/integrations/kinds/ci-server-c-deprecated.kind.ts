import { hookStep } from './ci/hook-step.js';
import { serverCStatus } from './ci/server-c-status.js';
import { addressOf } from './settings-values.js';
import { defineKind } from './kind.js';
import { bool, REQUIRED, url } from './param.js';

export const ciServerCDeprecated = defineKind({
  slug: 'ci-server-c-deprecated',
  alias: 'jenkins-deprecated',
  title: 'CI server C (deprecated)',
  category: 'ci',
  transport: 'http',
  params: [
    url('project_url', REQUIRED),
    bool('multiproject_enabled', { default: false }),
    bool('pass_unstable', { default: false }),
  ],
  events: ['push'],
  status: serverCStatus,
  plan: (event, settings) => {
    const [server = ''] = addressOf(settings, 'project_url').split('/job/');
    return [hookStep(event, { url: `${server}/gitlab/build_now` })];
  },
});
