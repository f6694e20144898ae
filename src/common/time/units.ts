export const HOUR_SECONDS = 3600;
export const DAY_SECONDS = 24 * HOUR_SECONDS;
export const HOUR_MS = 1000 * HOUR_SECONDS;
