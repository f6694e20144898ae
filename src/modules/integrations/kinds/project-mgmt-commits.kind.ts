import { httpStep } from './calls.js';
import { projectOf, splitPath } from './payload/project-facts.js';
import { textOf } from './settings-values.js';
import { dnsLabel } from './checks.js';
import { defineKind } from './kind.js';
import { SECRET, text } from './param.js';

export const projectMgmtCommits = defineKind({
  slug: 'project-mgmt-commits',
  alias: 'assembla',
  title: 'Project management commits',
  category: 'commits',
  transport: 'http',
  params: [text('token', SECRET), text('subdomain', { check: dnsLabel })],
  events: ['push'],
  plan: ({ payload }, settings, { base }) => {
    const space = textOf(settings, 'subdomain') || splitPath(projectOf(payload).path).name;
    return [
      httpStep('commits', {
        method: 'POST',
        url: `${base}/spaces/${encodeURIComponent(space)}/github_tool`,
        query: { secret_key: textOf(settings, 'token') },
        body: { json: { payload } },
      }),
    ];
  },
});
