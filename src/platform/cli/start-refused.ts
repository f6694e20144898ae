/** A requirement of the service is not met, and a retry would not help; the message is a sentence for the operator. */
export class StartRefused extends Error {}
