import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../../platform/contributions/contributes.decorator.js';
import { ArchiveError } from '../../archives/archive-error.js';
import { ArchiveReaderService } from '../../archives/archive-reader.service.js';
import type { StoredArchive } from '../../archives/archive-reader.service.js';
import { ManifestReader } from '../../processing/manifest-reader.js';
import type { AcceptedArchive, Manifest } from '../../processing/manifest-reader.js';
import { DuplicatesService } from '../../settings/duplicates.service.js';
import { fileNameOf, idKey, isPackageId, MANIFEST_FILE, PACKAGE_FILE, SYMBOLS_FILE } from './nuget-names.js';
import { normalizeVersion } from './nuget-version.js';
import type { Nuspec } from './nuspec.js';
import { readNuspec } from './read-nuspec.js';

/** Contract: packages §5.5. */
const MAX_MANIFEST_BYTES = 1024 * 1024;
/** Longer texts are truncated to this length, so that an index of many versions has a bounded size. */
const MAX_TEXT = 4000;
const MAX_TAGS = 50;

/** What is stored about an archive until it is read. */
export interface NugetUpload {
  /** Whether it was sent to the symbols URL, whatever its nuspec contains. */
  readonly isSymbols: boolean;
}

const isManifest = (path: string): boolean => !path.includes('/') && path.toLowerCase().endsWith(MANIFEST_FILE);

/** Reads the `.nuspec` at the root of a package. */
@Injectable()
@Contributes(ManifestReader)
export class NugetManifestReader extends ManifestReader {
  override readonly type = 'nuget';

  constructor(
    private readonly archives: ArchiveReaderService,
    private readonly duplicates: DuplicatesService,
  ) {
    super();
  }

  override mayRepeat(projectId: number, { name, version }: Manifest): Promise<boolean> {
    return this.duplicates.areAllowed(projectId, this.type, name, version);
  }

  override async read(archive: AcceptedArchive): Promise<Manifest> {
    const nuspec = await readNuspec(await this.nuspecOf(archive));
    const version = normalizeVersion(nuspec.version);
    if (!isPackageId(nuspec.id)) {
      throw new ArchiveError('The nuspec has no valid id');
    }
    if (version === null) {
      throw new ArchiveError('The nuspec has no valid version');
    }
    const isSymbols = nuspec.isSymbols || archive.metadata.isSymbols === true;
    const [nameKey, versionKey] = [idKey(nuspec.id), version.toLowerCase()];
    return {
      name: nuspec.id,
      nameKey,
      version,
      versionKey,
      metadata: metadataOf(nuspec),
      fileName: fileNameOf(nameKey, versionKey, isSymbols ? SYMBOLS_FILE : PACKAGE_FILE),
      fileMetadata: {},
      tags: tagsOf(nuspec),
      isAddition: isSymbols,
    };
  }

  /** Returns the bytes of the manifest. Throws `ArchiveError`. */
  async nuspecOf(archive: StoredArchive): Promise<Buffer> {
    const search = { wants: isManifest, maxBytes: MAX_MANIFEST_BYTES };
    const [found, another] = await this.archives.filesOfZip(archive, search);
    if (!found || another) {
      throw new ArchiveError(found ? 'The package has several nuspecs' : 'The package has no nuspec');
    }
    return found.bytes;
  }
}

/** Truncates a text without leaving half a surrogate pair at its end. */
const cut = (text = ''): string => text.slice(0, MAX_TEXT).replace(/[\ud800-\udbff]$/, '');

/** The metadata in documents, apart from id, version and tags. */
function metadataOf({ texts, dependencyGroups }: Nuspec): Manifest['metadata'] {
  const text = (name: string): string => cut(texts[name]);
  return {
    title: text('title'),
    authors: text('authors'),
    description: text('description'),
    summary: text('summary'),
    projectUrl: text('projecturl'),
    licenseUrl: text('licenseurl'),
    iconUrl: text('iconurl'),
    dependencyGroups,
  };
}

/** The tags without duplicates, whatever separates them. */
const tagsOf = ({ texts }: Nuspec): readonly string[] => [
  ...new Set(
    cut(texts.tags)
      .split(/[\s,;]+/)
      .filter((tag) => tag !== '')
      .slice(0, MAX_TAGS),
  ),
];
