import { Text } from '../../../common/params/param.decorators.js';
import { RefText } from '../ref-text.js';

/** Maximum length of a request target: pushes may create longer paths than REST writes accept (contract: git §2). */
const MAX_PATH = 8192;

/** Contract: git §3.4. */
export class ArchiveQuery {
  @RefText({ hasDefault: true }) sha?: string;
  @Text({ max: MAX_PATH }) path?: string;
}
