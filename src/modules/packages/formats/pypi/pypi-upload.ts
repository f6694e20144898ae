import { invalid, invalidField, IS_BLANK, IS_INVALID, notGiven, tooLong } from '../../../../common/errors/catalogue.js';
import { invalidCharacters } from '../../../../common/params/form-encoding.js';
import { isLonger } from '../../../../common/text/is-longer.js';
import type { ReceivedFile } from '../../../../platform/http/receive-file.js';
import { checksumMismatch } from '../../access/package-errors.js';
import type { PackageFileEntity } from '../../records/package-file.entity.js';
import type { StoredContent } from '../../files/stored-content.js';
import { isFileName, isName, normalisedName } from './pypi-names.js';
import { versionKeyOf } from './python-version.js';

const LONGEST_SPECIFIER = 255;
/** Form fields that are stored with the file, as they were sent. */
const KEPT: ReadonlySet<string> = new Set([
  'author',
  'author_email',
  'classifiers',
  'description',
  'description_content_type',
  'download_url',
  'filetype',
  'home_page',
  'keywords',
  'license',
  'maintainer',
  'maintainer_email',
  'metadata_version',
  'obsoletes_dist',
  'platform',
  'project_urls',
  'provides_dist',
  'provides_extra',
  'pyversion',
  'requires_dist',
  'requires_external',
  'requires_python',
  'summary',
  'supported_platform',
]);

/** A file to be published. */
export interface PypiUpload {
  readonly name: string;
  readonly nameKey: string;
  readonly version: string;
  readonly versionKey: string;
  readonly fileName: string;
  readonly metadata: PackageFileEntity['metadata'];
}

/** Throws 400 for missing or invalid fields (contract: packages §5.3). */
export function readUpload({ fields, entries, filename, stored }: ReceivedFile<StoredContent>): PypiUpload {
  refuseNul(entries);
  const name = required(fields, 'name');
  const version = required(fields, 'version');
  const versionKey = versionKeyOf(version);
  const wrong = {
    ...(isName(name) ? {} : { name: [IS_INVALID] }),
    ...(versionKey === null ? { version: [IS_INVALID] } : {}),
    ...(isLonger(fields.get('requires_python') ?? '', LONGEST_SPECIFIER)
      ? { requires_python: [tooLong(LONGEST_SPECIFIER)] }
      : {}),
    ...(isFileName(filename) ? {} : { file_name: [IS_INVALID] }),
  };
  if (versionKey === null || Object.keys(wrong).length > 0) {
    throw invalid(wrong);
  }
  refuseOtherDigests(fields, stored);
  return {
    name,
    nameKey: normalisedName(name),
    version,
    versionKey,
    fileName: filename,
    metadata: metadataIn(entries),
  };
}

function required(fields: ReadonlyMap<string, string>, name: string): string {
  const value = fields.get(name);
  if (value === undefined) {
    throw notGiven(name);
  }
  if (value.trim() === '') {
    throw invalidField(name, IS_BLANK);
  }
  return value;
}

function refuseNul(entries: ReceivedFile<unknown>['entries']): void {
  if (entries.some(([name, value]) => name.includes('\0') || value.includes('\0'))) {
    throw invalidCharacters();
  }
}

function refuseOtherDigests(fields: ReadonlyMap<string, string>, { md5, sha256 }: StoredContent): void {
  const claims = [
    [fields.get('md5_digest'), md5],
    [fields.get('sha256_digest'), sha256],
  ] as const;
  if (claims.some(([claimed, digest]) => claimed !== undefined && claimed !== '' && claimed.toLowerCase() !== digest)) {
    throw checksumMismatch();
  }
}

/** A field that was sent several times becomes a list. */
function metadataIn(entries: ReceivedFile<unknown>['entries']): PackageFileEntity['metadata'] {
  const found = new Map<string, string[]>();
  for (const [name, value] of entries) {
    if (KEPT.has(name) && value !== '') {
      found.set(name, [...(found.get(name) ?? []), value]);
    }
  }
  return Object.fromEntries([...found].map(([name, values]) => [name, values.length === 1 ? values.join() : values]));
}

/** File names are unique within a version. */
export const nameTaken = () => invalidField('file_name', 'has already been taken');
