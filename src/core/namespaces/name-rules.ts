import { Text } from '../../common/params/param.decorators.js';
import type { TextOptions } from '../../common/params/param.decorators.js';
import { IS_INVALID } from '../../common/errors/catalogue.js';

// eslint-disable-next-line no-control-regex -- control characters are what names must not hold (contract: core §2)
const CONTROL = /[\u0000-\u001f\u007f]/;
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

/** A display name: 1 to 255 characters, none of them a control character. */
export const Name = (options: TextOptions = {}): PropertyDecorator =>
  Text({ blank: false, ...options, check: (text) => (CONTROL.test(text) ? IS_INVALID : options.check?.(text)) });

/** Whether a path may stand at the top level or below a group (contract: core §2). */
export function isPath(path: string, place: 'top' | 'below'): boolean {
  const reserved = place === 'top' ? RESERVED_TOP : RESERVED_BELOW;
  return PATH.test(path) && !FORBIDDEN_END.test(path) && !reserved.has(path.toLowerCase());
}
