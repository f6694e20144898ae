import { ApiError } from '../../../common/errors/api-error.js';
import { invalidField } from '../../../common/errors/catalogue.js';

const BESIDE = [409, 422];
const STATUS_TEXT = /^\d{3} [^-]*- /;

/** Converts a conflict to an error that the form shows above its fields. */
export async function beside<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ApiError && BESIDE.includes(error.status) && typeof error.body.message === 'string') {
      throw invalidField('base', error.body.message.replace(STATUS_TEXT, ''));
    }
    throw error;
  }
}
