/** A full SHA-1 or SHA-256 id, as callers may write it. */
export const FULL_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i;

const STORED_ID = /^[0-9a-f]{40}$/;

/** Whether it is an id as git writes it: repositories here use SHA-1. */
export const isStoredId = (text: string): boolean => STORED_ID.test(text);
