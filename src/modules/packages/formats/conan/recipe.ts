/** Identifies a recipe; user and channel are `_` if absent (contract: packages §5.7). */
export interface Recipe {
  readonly name: string;
  readonly version: string;
  readonly user: string;
  readonly channel: string;
}

/** A recipe, or one of its binary packages. */
export interface ConanTarget extends Recipe {
  /** Id of the binary package; null for the recipe itself. */
  readonly ref: string | null;
}

const WORD = /^[A-Za-z0-9_][A-Za-z0-9_.+-]{0,254}$/;
const REF = /^[A-Za-z0-9]{1,64}$/;
/** The only revision in this version of the protocol. */
export const REVISION = '0';

const RECIPE_FILES = ['conanfile.py', 'conanmanifest.txt', 'conan_sources.tgz', 'conan_export.tgz'];
export const INFO_FILE = 'conaninfo.txt';
export const MANIFEST_FILE = 'conanmanifest.txt';
const BINARY_FILES = [INFO_FILE, MANIFEST_FILE, 'conan_package.tgz'];

export const recipeName = ({ name, version, user, channel }: Recipe): string => `${name}/${version}@${user}/${channel}`;

export const isFileOf = ({ ref }: ConanTarget, fileName: string): boolean =>
  (ref === null ? RECIPE_FILES : BINARY_FILES).includes(fileName);

/** Names of the path parameters that are invalid. */
export function invalidParts(target: ConanTarget): readonly string[] {
  const words = (['name', 'version', 'user', 'channel'] as const).filter((part) => !WORD.test(target[part]));
  return target.ref === null || REF.test(target.ref) ? words : [...words, 'ref'];
}
