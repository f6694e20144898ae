/** The longest that can be sent to. */
export const MAX_MAIL_ADDRESS = 254;

/** `local@domain`. Signs by which mail programs tell a name from an address are none of it: they would send to another. */
export const MAIL_ADDRESS = /^[^\s<>"(),;:\\@\0]+@[^\s<>"(),;:\\@\0]+$/u;
