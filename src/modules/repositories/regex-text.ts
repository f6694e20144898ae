import { IS_INVALID } from '../../common/errors/catalogue.js';
import { Text } from '../../common/params/param.decorators.js';
import { compilePattern } from '../../common/text/pattern.js';

/** An RE2 pattern that is searched for in names. */
export const RegexText = (): PropertyDecorator =>
  Text({ check: (text) => (compilePattern(text).ok ? undefined : IS_INVALID) });
