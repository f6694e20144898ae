import { Bool, Text } from '../../../../common/params/param.decorators.js';

const MAX_PATH = 4096;
const MAX_REF = 1024;

/** Contract: git §3.4. */
export class ListTreeQuery {
  @Text({ max: MAX_PATH }) path?: string;
  @Text({ max: MAX_REF }) ref?: string;
  @Bool() recursive?: boolean;
  @Text({ max: 2 * MAX_PATH }) page_token?: string;
}
