import { ApiError } from '../../common/errors/api-error.js';

/** Errors of a form by field name. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** Runs the action of a form; returns the errors of its fields, or throws errors that belong to no field. */
export async function refusedFields<T>(
  work: () => Promise<T>,
): Promise<{ readonly done: T } | { readonly errors: FieldErrors }> {
  try {
    return { done: await work() };
  } catch (error) {
    const errors = fieldErrorsOf(error);
    if (!errors) {
      throw error;
    }
    return { errors };
  }
}

function fieldErrorsOf(error: unknown): FieldErrors | null {
  if (!(error instanceof ApiError) || error.status !== 400) {
    return null;
  }
  const { message } = error.body;
  if (typeof message === 'string') {
    return { base: [message.replace(/^400[^-]*- /, '')] };
  }
  return typeof message === 'object' && message !== null
    ? Object.fromEntries(Object.entries(message).map(([name, texts]) => [name, textsOf(texts)]))
    : null;
}

const textsOf = (texts: unknown): string[] => (Array.isArray(texts) ? texts.map(String) : [String(texts)]);
