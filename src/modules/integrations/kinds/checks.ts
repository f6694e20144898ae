import { isIPv6 } from 'node:net';
import { IS_INVALID } from '../../../common/errors/catalogue.js';

const matching =
  (expression: RegExp, said = IS_INVALID) =>
  (text: string): string | undefined =>
    expression.test(text) ? undefined : said;

export const dnsLabel = matching(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i);
export const wordCharacters = matching(/^\w+$/);
const isDomain = matching(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9-]+(?::\d{1,5})?$/i);
export const bareDomain = (text: string): string | undefined =>
  isDomain(text) ?? (URL.canParse(`https://${text}`) ? undefined : IS_INVALID);
/** A host name, or an address, without a scheme. */
export const hostName = (text: string): string | undefined =>
  /^[a-z0-9._-]+$/i.test(text) || isIPv6(text.replace(/^\[(.*)\]$/, '$1')) ? undefined : IS_INVALID;
/** Ids separated by `,` or `;`. */
export const transitionIds = (text: string): string | undefined => {
  const ids = text.trim().split(/[,;]/);
  const listed = ids.length > 1 && ids.at(-1) === '' ? ids.slice(0, -1) : ids;
  return listed.every((id) => /^\d+$/.test(id.trim())) ? undefined : IS_INVALID;
};
export const holdsId = matching(/:id/, 'must contain :id');

/** `key:value` on each non-blank line. */
export const tagLines = (text: string): string | undefined =>
  text.split(/\r?\n/).every((line) => line.trim() === '' || /^[^:\s][^:]*:.+$/.test(line.trim()))
    ? undefined
    : 'have an invalid format';

/** The name of a job as used in a path. */
export const jobName = (text: string): string | undefined =>
  /[?#]/.test(text) || text.split('/').includes('..') ? IS_INVALID : undefined;

/** `/owner/repo`, with or without `.git`. */
export const repositoryAddress = (text: string): string | undefined =>
  URL.canParse(text) && /^\/[^/]+\/[^/]+?(?:\.git)?\/?$/.test(new URL(text).pathname) ? undefined : IS_INVALID;

/** The key of a service account. */
export function serviceAccount(text: string): string | undefined {
  try {
    const account: unknown = JSON.parse(text);
    return isAccount(account) ? undefined : IS_INVALID;
  } catch {
    return IS_INVALID;
  }
}

const isAccount = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'client_email' in value &&
  typeof value.client_email === 'string' &&
  'private_key' in value &&
  typeof value.private_key === 'string';
