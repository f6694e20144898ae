import { Text } from '../../../common/params/param.decorators.js';

/** More than a definition may have, so that a long one is answered with its error. */
const MAX_CONTENT = 4_194_304;

/** Contract: triggers §16.8. */
export class LintInput {
  @Text({ required: true, max: MAX_CONTENT }) content: string;
  @Text() ref?: string;
}
