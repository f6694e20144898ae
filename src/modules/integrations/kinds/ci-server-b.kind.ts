import { httpStep } from './calls.js';
import { branchToBuild, buildOrder } from './ci/build-queue.js';
import { hasWork } from './ci/guard.js';
import { serverBStatus } from './ci/server-b-status.js';
import { addressOf, isOn, textOf } from './settings-values.js';
import { defineKind } from './kind.js';
import { REQUIRED, SECRET, text, url } from './param.js';
import { SSL } from './shared-params.js';

export const ciServerB = defineKind({
  slug: 'ci-server-b',
  alias: 'teamcity',
  title: 'CI server B',
  category: 'ci',
  transport: 'http',
  params: [
    url('teamcity_url', REQUIRED),
    SSL,
    text('build_type', REQUIRED),
    text('username', REQUIRED),
    text('password', SECRET),
  ],
  flags: ['push_events', 'merge_requests_events'],
  events: ['push', 'merge_request'],
  status: serverBStatus,
  guard: hasWork,
  plan: (event, settings, context) =>
    hasWork(event, context)
      ? [
          httpStep('build', {
            method: 'POST',
            url: `${addressOf(settings, 'teamcity_url')}/httpAuth/app/rest/buildQueue`,
            auth: { username: textOf(settings, 'username'), password: textOf(settings, 'password') },
            body: { xml: buildOrder(branchToBuild(event), textOf(settings, 'build_type')) },
            verifyTls: isOn(settings, 'enable_ssl_verification'),
          }),
        ]
      : [],
});
