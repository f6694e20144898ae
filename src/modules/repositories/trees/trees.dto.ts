import { Bool, Text } from '../../../common/params/param.decorators.js';

/** As long as a request target may be: a push brings longer paths than writes take (contract: git §2). */
const MAX_PATH = 8192;
const MAX_REF = 1024;

/** Contract: git §3.4. */
export class ListTreeQuery {
  @Text({ max: MAX_PATH }) path?: string;
  @Text({ max: MAX_REF }) ref?: string;
  @Bool() recursive?: boolean;
  @Text({ max: MAX_PATH }) page_token?: string;
}
