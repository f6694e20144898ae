import { addressOf, isOn } from '../settings-values.js';
import { NOT_FOUND, OK } from '../status-read.js';
import type { CommitStatus, StatusRead } from '../status-read.js';

const CAPTION = 'build-caption';
/** One tag without `<` inside, so that matching reads each character only a few times. */
const ICON = /<(?:img|svg)\b[^<>]*>/i;

/** Reads an HTML page: the icon in its caption has the colour of the build (contract: integrations §6.5). */
export const serverCStatus: StatusRead = {
  call: (settings, { sha, ref, defaultBranch }) => {
    const hasOwnJob = isOn(settings, 'multiproject_enabled') && ref !== '' && ref !== defaultBranch;
    const job = `${addressOf(settings, 'project_url')}${hasOwnJob ? `_${encodeURIComponent(ref)}` : ''}`;
    return { method: 'GET', url: `${job}/scm/bySHA1/${encodeURIComponent(sha)}` };
  },
  statusOf: ({ status, text }, settings) => {
    if (status === NOT_FOUND) {
      return 'pending';
    }
    return status === OK ? statusOfIcon(iconIn(text), isOn(settings, 'pass_unstable')) : 'error';
  },
};

/** Empty if the page has no icon. */
function iconIn(page: string): string {
  const caption = page.indexOf(CAPTION);
  return caption < 0 ? '' : (ICON.exec(page.slice(page.lastIndexOf('<', caption)))?.[0] ?? '');
}

function statusOfIcon(icon: string, doesUnstablePass: boolean): CommitStatus {
  const [, colour = '', animation] =
    /\b(?:icon-)?(blue|yellow|red|aborted|grey|nobuilt)([_-]anime)?\b/i.exec(icon) ?? [];
  if (animation !== undefined) {
    return 'running';
  }
  switch (colour.toLowerCase()) {
    case 'blue':
      return 'success';
    case 'yellow':
      return doesUnstablePass ? 'success' : 'failed';
    case 'red':
    case 'aborted':
      return 'failed';
    default:
      return icon === '' ? 'error' : 'pending';
  }
}
