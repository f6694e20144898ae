import { Bool, OneOf, Text, Time } from '../../../../common/params/param.decorators.js';
import { invalidField, IS_INVALID } from '../../../../common/errors/catalogue.js';
import { filePathError } from '../../writes/file-path.js';
import type { CommitFilter } from '../commit-queries.service.js';
import { RefText } from '../../ref-text.js';

/** Maximum length of a request target: pushes may create longer paths than REST writes accept (contract: git §2). */
const MAX_PATH = 8192;

/** Contract: git §3.3. */
export class ListCommitsQuery {
  @RefText({ hasDefault: true }) ref_name?: string;
  @Time() since?: Date;
  @Time() until?: Date;
  @Text({ max: MAX_PATH }) path?: string;
  @Text() author?: string;
  @Bool() all?: boolean;
  @Bool() first_parent?: boolean;
  @Bool() with_stats?: boolean;
  @OneOf(['default', 'topo'], { hasDefault: true }) order?: string;
}

/** The path without a trailing slash. Throws 400 for a path that cannot exist (contract: git §2). */
function pathOf({ path = '' }: ListCommitsQuery): string | undefined {
  const bare = path.endsWith('/') ? path.slice(0, -1) : path;
  if (path !== '' && filePathError(bare) !== undefined) {
    throw invalidField('path', IS_INVALID);
  }
  return bare === '' ? undefined : bare;
}

export const commitFilter = (query: ListCommitsQuery): CommitFilter => ({
  refName: query.ref_name,
  since: query.since,
  until: query.until,
  path: pathOf(query),
  author: query.author === '' ? undefined : query.author,
  all: query.all ?? false,
  firstParent: query.first_parent ?? false,
  withStats: query.with_stats ?? false,
  topological: query.order === 'topo',
});

export class ShowCommitQuery {
  @Bool() stats?: boolean;
}

export class CommitRefsQuery {
  @OneOf(['all', 'branch', 'tag'], { hasDefault: true }) type?: 'all' | 'branch' | 'tag';
}
