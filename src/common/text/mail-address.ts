/** The longest that can be sent to. */
export const MAX_MAIL_ADDRESS = 254;

/**
 * `local@domain`. Signs by which mail programs tell a name from an address are none of it: they would send to another. Nor
 * are control characters, which the terminals of those who read it obey.
 */
export const MAIL_ADDRESS = /^[^\s\p{Cc}<>"(),;:\\@]+@[^\s\p{Cc}<>"(),;:\\@]+$/u;
