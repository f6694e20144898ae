/** What the service needs cannot be had, and trying again would not help; the message is a sentence for the operator. */
export class StartRefused extends Error {}
