import { ApiError } from '../../../common/errors/api-error.js';
import { invalidField } from '../../../common/errors/catalogue.js';

const BESIDE = [409, 422];
const STATUS_TEXT = /^\d{3} [^-]*- /;

/** A conflict with what there is belongs into the form, above its fields. */
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
