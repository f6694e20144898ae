/** Maximum length that can be delivered. */
export const MAX_MAIL_ADDRESS = 254;

/**
 * `local@domain`. Excludes the characters that separate a name from an address in mail programs, which would send to a
 * different address, and control characters, which terminals would interpret.
 */
export const MAIL_ADDRESS = /^[^\s\p{Cc}<>"(),;:\\@]+@[^\s\p{Cc}<>"(),;:\\@]+$/u;
