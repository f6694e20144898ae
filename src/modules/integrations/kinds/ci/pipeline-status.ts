import { textAt } from '../payload/read-payload.js';
import { textOf } from '../settings-values.js';
import { OK } from '../status-read.js';
import type { StatusRead } from '../status-read.js';
import { statusOfWord } from './status-words.js';

/** Uses the second part of the token, which is never sent with an event (contract: integrations §6.5). */
export const pipelineStatus: StatusRead = {
  call: (settings, { base, sha }) => {
    const [, reading = ''] = textOf(settings, 'token').split(':');
    return { method: 'GET', url: `${base}/status/${encodeURIComponent(reading)}.json`, query: { commit: sha } };
  },
  statusOf: ({ status, json }) => (status === OK ? statusOfWord(textAt(json, 'status')) : 'error'),
};
