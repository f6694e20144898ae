import { normalizeVersion } from './nuget-version.js';

const ID = /^[\p{L}\p{N}_]+(?:[.-]+[\p{L}\p{N}_]+)*$/u;
const MAX_ID = 100;

export const isPackageId = (id: string): boolean => id.length <= MAX_ID && ID.test(id);

/** What ids are compared by. */
export const idKey = (id: string): string => id.toLowerCase();

/** What versions are compared by; null for what is no version. */
export const versionKeyOf = (version: string): string | null => normalizeVersion(version)?.toLowerCase() ?? null;

/** Kinds of files that clients ask for by their endings. */
export const PACKAGE_FILE = '.nupkg';
export const SYMBOLS_FILE = '.snupkg';
export const MANIFEST_FILE = '.nuspec';

/** The name under which a file of a version is asked for. */
export const fileNameOf = (idKeyed: string, versionKeyed: string, ending: string): string =>
  `${idKeyed}.${versionKeyed}${ending}`;
