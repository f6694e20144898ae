/** Shown as the author when an account is deleted (contract: core §2, §3). */
export const GHOST_USERNAME = 'ghost';
export const ALERT_BOT_USERNAME = 'alert-bot';
export const ROOT_USERNAME = 'root';
