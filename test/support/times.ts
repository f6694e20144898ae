/** A time on the wire: ISO 8601 in UTC with milliseconds (contract: conventions §4). */
export const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** The day that many days from now, as tokens and memberships expire. */
export const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
