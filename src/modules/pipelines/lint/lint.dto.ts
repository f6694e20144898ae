import { Text } from '../../../common/params/param.decorators.js';

/** More than a definition may contain, so that a definition that is too long gets its own error. */
const MAX_CONTENT = 4_194_304;

/** Contract: triggers §16.8. */
export class LintInput {
  @Text({ required: true, max: MAX_CONTENT }) content: string;
  @Text() ref?: string;
}
