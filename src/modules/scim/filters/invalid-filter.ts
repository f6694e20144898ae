import type { ApiError } from '../../../common/errors/api-error.js';
import { scimBadRequest } from '../protocol/scim-errors.js';

export const invalidFilter = (detail: string): ApiError => scimBadRequest('invalidFilter', detail);
