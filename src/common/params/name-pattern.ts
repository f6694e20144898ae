import { Text } from './param.decorators.js';
import type { TextOptions } from './param.decorators.js';
import { compilePattern, MAX_PATTERN_LENGTH } from '../text/pattern.js';

/**
 * A parameter that is an RE2 pattern for whole names; an invalid one is refused with the reason (contract: registry
 * §4).
 */
export const NamePattern = (options: TextOptions = {}): PropertyDecorator =>
  Text({ ...options, max: MAX_PATTERN_LENGTH, check: textAbout });

function textAbout(text: string): string | undefined {
  const compiled = compilePattern(text);
  return compiled.ok ? undefined : `is an invalid regexp: ${compiled.reason}`;
}
