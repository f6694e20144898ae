/** Only the beginning is useful to users; names in a file may be as long as the file. */
const MAX_LENGTH = 1000;
const UNSTORABLE = /[\0\p{Surrogate}]/gu;

/** Why a definition file cannot be used; the message is shown to users (contract: triggers §5 Errors). */
export class DefinitionError extends Error {
  constructor(message: string) {
    const text = message.length > MAX_LENGTH ? `${message.slice(0, MAX_LENGTH)}…` : message;
    super(text.replace(UNSTORABLE, '\uFFFD'));
  }
}

/** `jobs:<name>:<key> config should be <form>`. */
export const badForm = (location: string, form: string): DefinitionError =>
  new DefinitionError(`${location} config should be ${form}`);

export const notSupported = (location: string): DefinitionError => new DefinitionError(`${location} is not supported`);
