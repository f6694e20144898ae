import { hookStep } from './ci/hook-step.js';
import { addressOf, isOn, textOf } from './settings-values.js';
import { IS_BLANK } from '../../../common/errors/catalogue.js';
import { jobName } from './checks.js';
import { CI_FLAGS } from './flags.js';
import { defineKind, valueAfter } from './kind.js';
import type { Consequences, SettingsChange } from './kind.js';
import { REQUIRED, text, url } from './param.js';
import { SSL } from './shared-params.js';

export const ciServerC = defineKind({
  slug: 'ci-server-c',
  alias: 'jenkins',
  title: 'CI server C',
  category: 'ci',
  transport: 'http',
  params: [
    url('jenkins_url', REQUIRED),
    SSL,
    text('project_name', { ...REQUIRED, check: jobName }),
    text('username'),
    text('password', { secret: true }),
  ],
  flags: CI_FLAGS,
  flagsOffAtFirst: ['merge_requests_events', 'tag_push_events'],
  events: ['push', 'merge_request', 'tag_push'],
  consequences,
  plan: (event, settings) => {
    const username = textOf(settings, 'username');
    const job = textOf(settings, 'project_name').split('/').map(encodeURIComponent).join('/');
    return [
      hookStep(event, {
        url: `${addressOf(settings, 'jenkins_url')}/project/${job}`,
        ...(username === '' ? {} : { auth: { username, password: textOf(settings, 'password') } }),
        verifyTls: isOn(settings, 'enable_ssl_verification'),
      }),
    ];
  },
});

/** A password is valid only with its server and user name (contract: integrations §3.3). */
function consequences(change: SettingsChange): Consequences {
  const { sent, stored } = change;
  const hasUsername = valueAfter(change, 'username') !== null;
  const sendsPassword = (sent.get('password') ?? null) !== null;
  if (sendsPassword && !hasUsername) {
    return { errors: { username: IS_BLANK } };
  }
  const moves = sent.get('jenkins_url') !== stored.get('jenkins_url');
  return !hasUsername || (moves && !sendsPassword) ? { changes: { password: null } } : {};
}
