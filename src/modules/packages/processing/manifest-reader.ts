import type { PackageType } from '../package-types.js';
import type { StoredArchive } from '../archives/archive-reader.service.js';
import type { PackageEntity } from '../records/package.entity.js';
import type { PackageFileEntity } from '../records/package-file.entity.js';

type Metadata = PackageEntity['metadata'];

/** An accepted archive, with what its format stored about the upload. */
export interface AcceptedArchive extends StoredArchive {
  readonly metadata: Metadata;
}

/** The package described by an archive. */
export interface Manifest extends Pick<PackageEntity, 'name' | 'nameKey' | 'version' | 'versionKey' | 'metadata'> {
  readonly fileName: string;
  readonly fileMetadata: PackageFileEntity['metadata'];
  readonly tags: readonly string[];
  /** The archive adds a file to a version and does not change the data of an existing one. */
  readonly isAddition: boolean;
}

/** Contributed by formats whose archives contain the name and version of the package. */
export abstract class ManifestReader {
  abstract readonly type: PackageType;
  /** Throws `ArchiveError` for an archive that is not a package; its message is stored in the package record. */
  abstract read(archive: AcceptedArchive): Promise<Manifest>;

  /** Whether the version accepts a second file of the same name. */
  mayRepeat(_projectId: number, _manifest: Manifest): Promise<boolean> {
    return Promise.resolve(true);
  }
}
