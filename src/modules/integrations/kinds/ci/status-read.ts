import { httpStep } from '../calls.js';
import { splitPath } from '../payload/project-facts.js';
import { addressOf, isOn, textOf } from '../settings-values.js';
import type { TestCalls } from '../step.js';

const NOT_FOUND = 404;

/** What the server knows of a commit; not knowing it is an answer as well (contract: integrations §6.5). */
export const planServerStatus: TestCalls = (settings, { sha }) => [
  httpStep('status', {
    method: 'GET',
    url: `${addressOf(settings, 'bamboo_url')}/rest/api/latest/result/byChangeset/${encodeURIComponent(sha)}`,
    query: { os_authType: 'basic' },
    auth: { username: textOf(settings, 'username'), password: textOf(settings, 'password') },
    verifyTls: isOn(settings, 'enable_ssl_verification'),
    alsoDone: [NOT_FOUND],
  }),
];

export const mockStatus: TestCalls = (settings, { projectPath, sha }) => {
  const { namespace, name } = splitPath(projectPath);
  const path = [...namespace.split('/'), name].map(encodeURIComponent).join('/');
  return [
    httpStep('status', {
      method: 'GET',
      url: `${addressOf(settings, 'mock_service_url')}/${path}/status/${encodeURIComponent(sha)}.json`,
      verifyTls: isOn(settings, 'enable_ssl_verification'),
      alsoDone: [NOT_FOUND],
    }),
  ];
};
