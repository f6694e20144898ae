import { framed } from '../../files/document-rows.js';
import type { ServedFile } from '../../files/package-downloads.repository.js';
import type { BinaryQuery } from './binary-query.js';
import type { BinaryPackage } from './conan.repository.js';
import { REVISION } from './recipe.js';
import type { ConanTarget } from './recipe.js';

/** The absolute URL of a file of the recipe or binary package, below the prefix that the client used. */
export function fileAddress(prefix: string, target: ConanTarget, fileName: string): string {
  const recipe = [target.name, target.version, target.user, target.channel, REVISION];
  const path = target.ref === null ? [...recipe, 'export'] : [...recipe, 'package', target.ref, REVISION];
  return `${prefix}/files/${[...path, fileName].map(encodeURIComponent).join('/')}`;
}

/** File names with their URLs. */
export const presentAddresses = (prefix: string, target: ConanTarget, fileNames: readonly string[]) =>
  Object.fromEntries(fileNames.map((fileName) => [fileName, fileAddress(prefix, target, fileName)]));

/** File names with their MD5 digests. */
export const presentDigests = (files: readonly Pick<ServedFile, 'fileName' | 'md5'>[]) =>
  Object.fromEntries(files.map(({ fileName, md5 }) => [fileName, md5]));

/** Writes the JSON of the binary packages that the query matches, by their ids. */
export const writeBinaries = (binaries: AsyncIterable<readonly BinaryPackage[]>, isMeant: BinaryQuery) =>
  framed({ before: '{', separator: ',', after: '}' }, binaries, ({ ref, info }) =>
    isMeant(info) ? `${JSON.stringify(ref)}:${JSON.stringify(info)}` : [],
  );
