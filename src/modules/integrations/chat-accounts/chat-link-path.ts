/** Pages of the caller's own chat accounts. */
export const CHAT_ACCOUNTS_PATH = '/-/profile/chat_accounts';

/** Page where a chat user links their account (contract: integrations §9). */
export const LINK_PATH = `${CHAT_ACCOUNTS_PATH}/new`;
