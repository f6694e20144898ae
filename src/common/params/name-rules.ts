import { Text } from './param.decorators.js';
import type { ParamOptions, TextOptions } from './param.decorators.js';
import { IS_INVALID } from '../errors/catalogue.js';

const CONTROL = /\p{Cc}/u;
const MAX_PATH = 255;
const PATH = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,254}$/;
const FORBIDDEN_END = /(\.|\.git|\.atom)$/i;
const RESERVED_TOP = new Set(
  '- admin api assets dashboard explore groups health help jwt oauth profile projects public robots.txt search snippets users v2'.split(
    ' ',
  ),
);
const RESERVED_BELOW = new Set('- alerts blob prometheus raw tree wikis'.split(' '));

export const MAX_FULL_PATH = 1024;
export const MAX_DEPTH = 20;

/** A display name: 1 to 255 characters without control characters. */
export const Name = (options: TextOptions = {}): PropertyDecorator =>
  Text({ blank: false, ...options, check: (text) => (CONTROL.test(text) ? IS_INVALID : options.check?.(text)) });

/**
 * A path segment or username: blank is "can't be blank", any other violation "is invalid" (contract: core §2). Without
 * a level only the form is checked; the service then checks for reserved words.
 */
export const Path = (options: ParamOptions & { readonly level?: 'top' | 'below' } = {}): PropertyDecorator =>
  Text({
    ...options,
    blank: false,
    max: MAX_PATH,
    longer: IS_INVALID,
    check: (text) => ((options.level ? isPath(text, options.level) : hasForm(text)) ? undefined : IS_INVALID),
  });

/** Whether a path is allowed at the top level or below a group (contract: core §2). */
export function isPath(path: string, level: 'top' | 'below'): boolean {
  const reserved = level === 'top' ? RESERVED_TOP : RESERVED_BELOW;
  return hasForm(path) && !reserved.has(path.toLowerCase());
}

const hasForm = (path: string): boolean => PATH.test(path) && !FORBIDDEN_END.test(path);
