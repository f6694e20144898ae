import { Injectable } from '@nestjs/common';
import { BlobStore } from '../../../platform/blob/blob-store.js';
import type { ArchivedFile, ArchiveSearch } from './archive-search.js';
import type { ArchiveSource } from './byte-blocks.js';
import { readTarGz } from './read-tar.js';
import { readZip } from './read-zip.js';

/** An archive in the blob store. */
export interface StoredArchive {
  readonly storeKey: string;
  readonly size: number;
}

/**
 * Finds small files in stored archives. Both methods throw `ArchiveError` for an archive that is broken or exceeds the
 * limits.
 */
@Injectable()
export class ArchiveReaderService {
  constructor(private readonly store: BlobStore) {}

  filesOfZip(archive: StoredArchive, search: ArchiveSearch): Promise<readonly ArchivedFile[]> {
    return readZip(this.sourceOf(archive), search);
  }

  filesOfTarGz(archive: StoredArchive, search: ArchiveSearch): Promise<readonly ArchivedFile[]> {
    return readTarGz(this.sourceOf(archive), search);
  }

  private sourceOf({ storeKey, size }: StoredArchive): ArchiveSource {
    return { size, read: (range) => this.store.get(storeKey, range) };
  }
}
