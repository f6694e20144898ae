import { errorText } from '../../common/errors/error-text.js';

/** An operator's command cannot do what it was asked to; the message is a sentence for the operator. */
export class CommandFailed extends Error {}

/** Any failure as one sentence: what the system or the database said, in one line. */
export function commandFailed(what: string, error: unknown): CommandFailed {
  if (error instanceof CommandFailed) {
    return error;
  }
  const reason = errorText(error).replace(/\s+/g, ' ').trim();
  return new CommandFailed(`${what} failed: ${reason}`);
}
