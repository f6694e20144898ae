import { codeHostPlan, repositoryStep } from './ci/code-host.js';
import { repositoryAddress } from './checks.js';
import { defineKind } from './kind.js';
import { bool, REQUIRED, SECRET, text, url } from './param.js';

export const codeHostStatus = defineKind({
  slug: 'code-host-status',
  alias: 'github',
  title: 'Code host status',
  category: 'ci',
  transport: 'http',
  params: [
    text('token', SECRET),
    url('repository_url', { ...REQUIRED, check: repositoryAddress }),
    bool('static_context', { default: true }),
  ],
  events: ['pipeline'],
  ordersBy: ['object_attributes', 'id'],
  plan: codeHostPlan,
  test: (settings, { base }) => [repositoryStep(settings, base)],
});
