import { invalidField, IS_INVALID, notGiven } from '../../../common/errors/catalogue.js';
import { toText } from '../../../common/params/coerce.js';
import { newPathError } from './file-path.js';

/** One of the hashes that a client sends about files: an action of a commit, a file of a snippet. */
export type Hash = Readonly<Record<string, unknown>>;

export const isHash = (value: unknown): value is Hash =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function missing(name: string): never {
  throw notGiven(name);
}

/** Throws 400 for what is no text. */
export function textIn(hash: Hash, name: string): string | undefined {
  const value = hash[name];
  if (value === undefined || value === null) {
    return undefined;
  }
  const text = toText(value);
  if (!text.ok) {
    throw invalidField(name, IS_INVALID);
  }
  return text.value;
}

/** Throws 400 for none, and for one that no file can have (contract: git §3.3). */
export const pathIn = (hash: Hash, name: string): string => checkedPath(textIn(hash, name) ?? missing(name));

export function checkedPath(path: string): string {
  const problem = newPathError(path);
  if (problem !== undefined) {
    throw invalidField('file_path', problem);
  }
  return path;
}
