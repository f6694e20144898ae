import { ApiError } from '../../../common/errors/api-error.js';
import { CommandFailed } from '../../../platform/cli/command-failed.js';

/** Runs the work of a command and converts refusals meant for API clients to a sentence for the operator. */
export async function forOperator<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ApiError ? new CommandFailed(sentenceOf(error)) : error;
  }
}

function sentenceOf({ body: { message }, message: whole }: ApiError): string {
  if (typeof message === 'string') {
    return `${message.replace(/^\d{3} (?:Conflict - )?/, '')}.`;
  }
  if (typeof message !== 'object' || message === null) {
    return whole;
  }
  const texts = Object.entries(message).map(([field, text]) => `${field.replaceAll('_', ' ')} ${String(text)}`);
  return `${texts.join('; ')}.`;
}
