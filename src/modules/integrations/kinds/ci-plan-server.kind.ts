import { httpStep } from './calls.js';
import { addressOf, isOn, textOf } from './settings-values.js';
import { planServerStatus } from './ci/plan-server-status.js';
import { defineKind } from './kind.js';
import { REQUIRED, SECRET, text, url } from './param.js';
import { SSL } from './shared-params.js';
import { statusTest } from './status-read.js';

export const ciPlanServer = defineKind({
  slug: 'ci-plan-server',
  alias: 'bamboo',
  title: 'CI plan server',
  category: 'ci',
  transport: 'http',
  params: [
    url('bamboo_url', REQUIRED),
    SSL,
    text('build_key', REQUIRED),
    text('username', REQUIRED),
    text('password', SECRET),
  ],
  events: ['push'],
  status: planServerStatus,
  test: statusTest(planServerStatus),
  plan: (_event, settings) => [
    httpStep('build', {
      method: 'GET',
      url: `${addressOf(settings, 'bamboo_url')}/updateAndBuild.action`,
      query: { buildKey: textOf(settings, 'build_key'), os_authType: 'basic' },
      auth: { username: textOf(settings, 'username'), password: textOf(settings, 'password') },
      verifyTls: isOn(settings, 'enable_ssl_verification'),
    }),
  ],
});
