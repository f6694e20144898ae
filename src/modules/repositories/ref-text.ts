import { Text } from '../../common/params/param.decorators.js';
import type { TextOptions } from '../../common/params/param.decorators.js';

/** A branch, a tag, or another name of a commit. */
export const RefText = (options: Omit<TextOptions, 'max'> = {}): PropertyDecorator => Text({ ...options, max: 1024 });
