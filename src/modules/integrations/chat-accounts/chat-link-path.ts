/** Pages of one's own chat accounts. */
export const CHAT_ACCOUNTS_PATH = '/-/profile/chat_accounts';

/** Where a user of a chat says which account is theirs (contract: integrations §9). */
export const LINK_PATH = `${CHAT_ACCOUNTS_PATH}/new`;
