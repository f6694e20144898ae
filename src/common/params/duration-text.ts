import { IS_INVALID } from '../errors/catalogue.js';
import { parseHumanDuration } from '../time/duration.js';
import { Text } from './param.decorators.js';
import type { TextOptions } from './param.decorators.js';

/** A parameter that is a positive duration in words, such as `2 weeks` (contract: registry §4). */
export const DurationText = (options: TextOptions = {}): PropertyDecorator =>
  Text({
    ...options,
    longer: IS_INVALID,
    check: (text) => (parseHumanDuration(text) === null ? IS_INVALID : undefined),
  });
