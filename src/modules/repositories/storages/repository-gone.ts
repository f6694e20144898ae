import type { ApiError } from '../../../common/errors/api-error.js';
import { notFound } from '../../../common/errors/catalogue.js';
import type { Repository } from '../repository.js';

/** The 404 for a container that was deleted with its repository during a request (contract: core §10). */
export const repositoryGone = ({ snippetId }: Pick<Repository, 'snippetId'>): ApiError =>
  notFound(snippetId === null ? 'Project' : 'Snippet');
