/** An operator's command cannot do what it was asked to; the message is a sentence for the operator. */
export class CommandFailed extends Error {}

/** Any failure as one sentence: what the system or the database said, in one line. */
export function commandFailed(what: string, error: unknown): CommandFailed {
  if (error instanceof CommandFailed) {
    return error;
  }
  const reason = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').trim();
  return new CommandFailed(`${what} failed: ${reason}`);
}
