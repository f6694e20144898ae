import { encodedPath } from '../payload/project-facts.js';
import { textAt } from '../payload/read-payload.js';
import { addressOf, isOn, textOf } from '../settings-values.js';
import { OK } from '../status-read.js';
import type { StatusRead } from '../status-read.js';
import { statusOfWord } from './status-words.js';

/** The server returns `error` if a test environment failed (contract: integrations §6.5). */
export const serverAStatus: StatusRead = {
  call: (settings, { projectPath, sha, ref }) => ({
    method: 'GET',
    url: `${addressOf(settings, 'drone_url')}/gitlab/${encodedPath(projectPath)}/commits/${encodeURIComponent(sha)}`,
    query: { branch: ref, access_token: textOf(settings, 'token') },
    verifyTls: isOn(settings, 'enable_ssl_verification'),
  }),
  statusOf: ({ status, json }) => {
    const word = status === OK ? textAt(json, 'status') : '';
    return word === 'error' ? 'failed' : statusOfWord(word);
  },
};
