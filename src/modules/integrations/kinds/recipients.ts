import { MAIL_ADDRESS } from '../../../common/text/mail-address.js';

const MAX_RECIPIENTS = 750;

/**
 * Returns the email addresses in a list without duplicates, in their first spelling; entries of another form are left
 * out (contract: integrations §5).
 */
export function mailAddresses(list: string, separator: RegExp): string[] {
  const known = new Map<string, string>();
  for (const entry of list.split(separator).filter((one) => MAIL_ADDRESS.test(one))) {
    const key = entry.toLowerCase();
    known.set(key, known.get(key) ?? entry);
  }
  return [...known.values()];
}

export const WHITE_SPACE = /\s+/;
export const COMMA_OR_WHITE_SPACE = /[\s,]+/;

/** Returns the error of a list of email addresses. */
export const someAddresses =
  (separator: RegExp) =>
  (list: string): string | undefined => {
    const { length } = mailAddresses(list, separator);
    if (length === 0) {
      return 'must contain at least one email address';
    }
    return length > MAX_RECIPIENTS ? `can't exceed ${MAX_RECIPIENTS}` : undefined;
  };

/**
 * Returns the addresses of channels; an entry that is not an address is appended to `base` (contract: integrations §5).
 */
export const channelUris = (list: string, base: string): string[] =>
  list
    .split(WHITE_SPACE)
    .filter((entry) => entry !== '')
    .map((entry) => (isChannel(entry) ? entry : `${base.replace(/\/$/, '')}/${entry}`))
    .filter(isChannel);

const isChannel = (entry: string): boolean => /^ircs?:\/\/[^/?#\s]+/i.test(entry) && URL.canParse(entry);
