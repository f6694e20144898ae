import type { PackageType } from '../package-types.js';
import type { StoredArchive } from '../archives/archive-reader.service.js';
import type { PackageEntity } from '../records/package.entity.js';
import type { PackageFileEntity } from '../records/package-file.entity.js';

type Metadata = PackageEntity['metadata'];

/** An archive that was accepted, with what its format noted of the upload. */
export interface AcceptedArchive extends StoredArchive {
  readonly metadata: Metadata;
}

/** What an archive says about the package that it is. */
export interface Manifest extends Pick<PackageEntity, 'name' | 'nameKey' | 'version' | 'versionKey' | 'metadata'> {
  readonly fileName: string;
  readonly fileMetadata: PackageFileEntity['metadata'];
  readonly tags: readonly string[];
  /** It adds a file to a version and says nothing new about one that there is. */
  readonly isAddition: boolean;
}

/** Contributed by formats whose archives say which package they are. */
export abstract class ManifestReader {
  abstract readonly type: PackageType;
  /** Throws `ArchiveError` for an archive that is no package; its message becomes that of the record. */
  abstract read(archive: AcceptedArchive): Promise<Manifest>;

  /** Whether the version takes a second file of the same name. */
  mayRepeat(_projectId: number, _manifest: Manifest): Promise<boolean> {
    return Promise.resolve(true);
  }
}
