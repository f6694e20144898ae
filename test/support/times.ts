/** A time on the wire: ISO 8601 in UTC with milliseconds (contract: conventions §4). */
export const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

const STARTED_AT = Date.now();

/**
 * The day that many days from when the spec began, as tokens and memberships expire: the same whenever it is asked for.
 * What must lie ahead is two days away, since midnight may pass.
 */
export const day = (offset: number) => new Date(STARTED_AT + offset * 86_400_000).toISOString().slice(0, 10);
