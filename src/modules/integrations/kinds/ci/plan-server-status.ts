import { listAt, memberAt, textAt } from '../payload/read-payload.js';
import { addressOf, isOn, textOf } from '../settings-values.js';
import { NOT_FOUND, OK } from '../status-read.js';
import type { CommitStatus, StatusRead } from '../status-read.js';
import type { Json } from '../step.js';

/** Results of the plans that built the commit; the last of several is used (contract: integrations §6.5). */
export const planServerStatus: StatusRead = {
  call: (settings, { sha }) => ({
    method: 'GET',
    url: `${addressOf(settings, 'bamboo_url')}/rest/api/latest/result/byChangeset/${encodeURIComponent(sha)}`,
    query: { os_authType: 'basic' },
    headers: { Accept: 'application/json' },
    auth: { username: textOf(settings, 'username'), password: textOf(settings, 'password') },
    verifyTls: isOn(settings, 'enable_ssl_verification'),
  }),
  statusOf: ({ status, json }) => {
    if (status === NOT_FOUND) {
      return 'pending';
    }
    return status === OK && memberAt(json, 'results') !== null ? statusOfState(lastState(json)) : 'error';
  },
};

/** Undefined if there is no result. */
function lastState(json: Json): string | undefined {
  const single = memberAt(json, 'results', 'result', 'buildState');
  const last = listAt(json, 'results', 'result').at(-1);
  if (typeof single === 'string') {
    return single;
  }
  return last === undefined ? undefined : textAt(last, 'buildState');
}

function statusOfState(state: string | undefined): CommitStatus {
  if (state === undefined) {
    return 'pending';
  }
  if (state.includes('Success')) {
    return 'success';
  }
  return state.includes('Failed') ? 'failed' : 'error';
}
