/** 50 MiB, and up to 1000 actions with all of their fields (contract: git §3.3). */
export const COMMIT_BODY = { bytes: 50 * 1024 * 1024, values: 10_000 };
