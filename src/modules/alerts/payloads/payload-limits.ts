/** Of one payload, once it is inflated (contract: alerts §1.3 row 4). */
export const MAX_ALERT_BYTES = 1_048_576;
/** Bodies of this size and more are read in threads. */
export const LARGE_PAYLOAD_BYTES = 65_536;
