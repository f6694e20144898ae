import { textAt } from '../payload/read-payload.js';
import { addressOf, isOn, textOf } from '../settings-values.js';
import { NOT_FOUND, OK } from '../status-read.js';
import type { CommitStatus, StatusRead } from '../status-read.js';

/** A build on any branch counts if it built that revision (contract: integrations §6.5). */
export const serverBStatus: StatusRead = {
  call: (settings, { sha }) => ({
    method: 'GET',
    url: `${addressOf(settings, 'teamcity_url')}/httpAuth/app/rest/builds/branch:unspecified:any,revision:${encodeURIComponent(sha)}`,
    headers: { Accept: 'application/json' },
    auth: { username: textOf(settings, 'username'), password: textOf(settings, 'password') },
    verifyTls: isOn(settings, 'enable_ssl_verification'),
  }),
  statusOf: ({ status, json }) => {
    if (status === NOT_FOUND) {
      return 'pending';
    }
    return status === OK ? statusOfBuild(textAt(json, 'state'), textAt(json, 'status')) : 'error';
  },
};

/** A running build already has a status, but it may change. */
function statusOfBuild(state: string, status: string): CommitStatus {
  if (state === 'queued') {
    return 'pending';
  }
  if (state === 'running') {
    return 'running';
  }
  if (status.includes('SUCCESS')) {
    return 'success';
  }
  return status.includes('FAILURE') ? 'failed' : 'error';
}
