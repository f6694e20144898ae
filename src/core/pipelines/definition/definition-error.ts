/** Why a definition file cannot be used; the message is what people read (contract: triggers §5 Errors). */
export class DefinitionError extends Error {}

/** `jobs:<name>:<key> config should be <form>`. */
export const badForm = (place: string, form: string): DefinitionError =>
  new DefinitionError(`${place} config should be ${form}`);

export const notSupported = (place: string): DefinitionError => new DefinitionError(`${place} is not supported`);
