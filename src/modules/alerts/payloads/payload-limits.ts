/** Maximum size in bytes of an inflated payload (contract: alerts §1.3 row 4). */
export const MAX_ALERT_BYTES = 1_048_576;
/** Bodies of at least this size in bytes are read in threads. */
export const LARGE_PAYLOAD_BYTES = 65_536;
