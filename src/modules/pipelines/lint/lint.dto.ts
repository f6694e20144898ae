import { Text } from '../../../common/params/param.decorators.js';

/** Beyond what a definition may have, so that a long one is told what is wrong with it. */
const MAX_CONTENT = 4_194_304;

/** Contract: triggers §16.8. */
export class LintInput {
  @Text({ required: true, max: MAX_CONTENT }) content: string;
  @Text() ref?: string;
}
