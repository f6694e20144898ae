import { errorText } from '../../common/errors/error-text.js';

/** An operator command cannot do what was requested; the message is a sentence for the operator. */
export class CommandFailed extends Error {}

/** Turns any failure into one sentence, with what the system or the database said on one line. */
export function commandFailed(what: string, error: unknown): CommandFailed {
  if (error instanceof CommandFailed) {
    return error;
  }
  const reason = errorText(error).replace(/\s+/g, ' ').trim();
  return new CommandFailed(`${what} failed: ${reason}`);
}
