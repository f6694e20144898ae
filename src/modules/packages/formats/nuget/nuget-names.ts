import { normalizeVersion } from './nuget-version.js';

const ID = /^[\p{L}\p{N}_]+(?:[.-]+[\p{L}\p{N}_]+)*$/u;
const MAX_ID = 100;

export const isPackageId = (id: string): boolean => id.length <= MAX_ID && ID.test(id);

/** The text by which ids are compared. */
export const idKey = (id: string): string => id.toLowerCase();

/** The text by which versions are compared; null for an invalid version. */
export const versionKeyOf = (version: string): string | null => normalizeVersion(version)?.toLowerCase() ?? null;

/** Extensions of the files that clients request. */
export const PACKAGE_FILE = '.nupkg';
export const SYMBOLS_FILE = '.snupkg';
export const MANIFEST_FILE = '.nuspec';

/** The name by which a file of a version is requested. */
export const fileNameOf = (idKeyed: string, versionKeyed: string, ending: string): string =>
  `${idKeyed}.${versionKeyed}${ending}`;
