/** Path parameters of a generic file. */
export interface GenericPath {
  readonly package_name: string;
  readonly package_version: string;
  readonly file_name: string;
}

const NAME = /^(?!\.{1,2}$)[A-Za-z0-9._\-+~@]{1,255}$/;
const VERSION = /^[A-Za-z0-9][A-Za-z0-9._\-+]{0,254}$/;

const RULES: Readonly<Record<keyof GenericPath, RegExp>> = {
  package_name: NAME,
  package_version: VERSION,
  file_name: NAME,
};

/** Names of the path parameters that are invalid (contract: packages §5.1). */
export const invalidValues = (path: GenericPath): readonly (keyof GenericPath)[] =>
  (['package_name', 'package_version', 'file_name'] as const).filter((key) => !RULES[key].test(path[key]));
