import { encodedPath } from '../payload/project-facts.js';
import { textAt } from '../payload/read-payload.js';
import { addressOf, isOn } from '../settings-values.js';
import { NOT_FOUND, OK } from '../status-read.js';
import type { StatusRead } from '../status-read.js';
import { statusOfWord } from './status-words.js';

/** A server for development that returns the status it is told to (contract: integrations §6.5). */
export const mockStatus: StatusRead = {
  call: (settings, { projectPath, sha }) => ({
    method: 'GET',
    url: `${addressOf(settings, 'mock_service_url')}/${encodedPath(projectPath)}/status/${encodeURIComponent(sha)}.json`,
    verifyTls: isOn(settings, 'enable_ssl_verification'),
  }),
  statusOf: ({ status, json }) => {
    if (status === NOT_FOUND) {
      return 'pending';
    }
    return status === OK ? statusOfWord(textAt(json, 'status')) : 'error';
  },
};
