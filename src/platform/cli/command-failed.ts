/** An operator's command cannot do what it was asked to; the message is a sentence for the operator. */
export class CommandFailed extends Error {}
