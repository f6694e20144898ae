import { invalid, IS_INVALID } from '../../../common/errors/catalogue.js';

/** File names must not contain a separator either. */
const FILE_NAME = 'file_name';
/** Not checked, because a project or group is simply not found by a hostile value. */
const REFERENCE = 'id';
const HOSTILE = /(?:^|\/)\.\.(?:\/|$)|\p{Cc}/u;
const SEPARATOR = /[/\\]/;

/** Throws 400 for path values that are not allowed in any format (contract: packages §4.4). */
export function refuseHostileValues(path: Readonly<Record<string, string>>): void {
  const wrong = Object.entries(path).filter(([name, value]) => name !== REFERENCE && isHostile(name, value));
  if (wrong.length > 0) {
    throw invalid(Object.fromEntries(wrong.map(([name]) => [name, [IS_INVALID]])));
  }
}

const isHostile = (name: string, value: string): boolean =>
  HOSTILE.test(value) || (name === FILE_NAME && SEPARATOR.test(value));
