import { hookStep } from './ci/hook-step.js';
import { addressOf, textOf } from './settings-values.js';
import { CI_FLAGS } from './flags.js';
import { defineKind } from './kind.js';
import { REQUIRED, SECRET, text, url } from './param.js';

export const packageRegistryPing = defineKind({
  slug: 'package-registry-ping',
  alias: 'packagist',
  title: 'Package registry ping',
  category: 'packages',
  transport: 'http',
  params: [text('username', REQUIRED), text('token', SECRET), url('server')],
  flags: CI_FLAGS,
  events: ['push', 'merge_request', 'tag_push'],
  plan: (event, settings, { base }) => [
    hookStep(event, {
      url: `${addressOf(settings, 'server') || base}/api/update-package`,
      query: { username: textOf(settings, 'username'), apiToken: textOf(settings, 'token') },
    }),
  ],
});
