import { hasWork } from './ci/guard.js';
import { hookStep } from './ci/hook-step.js';
import { serverAStatus } from './ci/server-a-status.js';
import { projectOf, splitPath } from './payload/project-facts.js';
import { addressOf, isOn, textOf } from './settings-values.js';
import { CI_FLAGS } from './flags.js';
import { defineKind } from './kind.js';
import { REQUIRED, SECRET, text, url } from './param.js';
import { SSL } from './shared-params.js';

export const ciServerA = defineKind({
  slug: 'ci-server-a',
  alias: 'drone-ci',
  title: 'CI server A',
  category: 'ci',
  transport: 'http',
  params: [text('token', SECRET), url('drone_url', REQUIRED), SSL],
  flags: CI_FLAGS,
  events: ['push', 'merge_request', 'tag_push'],
  status: serverAStatus,
  guard: hasWork,
  plan: (event, settings, context) => {
    if (!hasWork(event, context)) {
      return [];
    }
    const { namespace, name } = splitPath(projectOf(event.payload).path);
    return [
      hookStep(event, {
        url: `${addressOf(settings, 'drone_url')}/hook`,
        query: { owner: namespace, name, access_token: textOf(settings, 'token') },
        verifyTls: isOn(settings, 'enable_ssl_verification'),
      }),
    ];
  },
});
