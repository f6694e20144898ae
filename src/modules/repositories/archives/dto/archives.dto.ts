import { Text } from '../../../../common/params/param.decorators.js';

/** Contract: git §3.4. */
export class ArchiveQuery {
  @Text({ max: 1024 }) sha?: string;
  @Text({ max: 4096, blank: false }) path?: string;
}
