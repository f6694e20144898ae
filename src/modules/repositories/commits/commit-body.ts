/** Contract: git §3.3: 50 MiB, and a thousand actions with all that they may say. */
export const COMMIT_BODY = { bytes: 50 * 1024 * 1024, values: 10_000 };
