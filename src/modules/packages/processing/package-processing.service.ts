import { Injectable } from '@nestjs/common';
import { Contributions } from '../../../platform/contributions/contributions.js';
import { Database } from '../../../platform/database/database.js';
import { ArchiveError } from '../archives/archive-error.js';
import { ManifestReader } from './manifest-reader.js';
import type { Manifest } from './manifest-reader.js';
import { ProcessingRepository } from './processing.repository.js';
import type { AcceptedPackage } from './processing.repository.js';

const DUPLICATE = 'Duplicate package is not allowed';

/** Reads accepted archives (contract: packages §3.3). */
@Injectable()
export class PackageProcessingService {
  constructor(
    private readonly processing: ProcessingRepository,
    private readonly contributions: Contributions,
    private readonly database: Database,
  ) {}

  /**
   * Reads the archive and gives the package its name and version, or the status `error`. Safe to repeat. Returns
   * `duplicate` for a duplicate that the project does not allow.
   */
  async process(id: number): Promise<'processed' | 'duplicate'> {
    const accepted = await this.processing.find(id);
    if (!accepted) {
      return 'processed';
    }
    const reader = this.readerOf(accepted);
    const manifest = await readWith(reader, accepted);
    if (manifest instanceof ArchiveError) {
      await this.processing.fail(id, manifest.message);
      return 'processed';
    }
    const mayRepeat = await reader.mayRepeat(accepted.projectId, manifest);
    const outcome = await this.database.transaction(() => this.settle(accepted, manifest, mayRepeat));
    if (outcome === 'duplicate') {
      await this.processing.fail(id, DUPLICATE);
    }
    return outcome;
  }

  /** Removes a package whose publication is rejected. */
  forget(id: number): Promise<void> {
    return this.processing.remove(id);
  }

  /** Ends processing of an archive that repeatedly could not be read, through no fault of its own. */
  giveUp(id: number): Promise<void> {
    return this.processing.fail(id, 'The archive could not be read');
  }

  private readerOf({ packageType }: AcceptedPackage): ManifestReader {
    const reader = this.contributions.to(ManifestReader).find(({ type }) => type === packageType);
    if (!reader) {
      throw new Error(`Nothing reads packages of the type ${packageType}.`);
    }
    return reader;
  }

  private async settle(accepted: AcceptedPackage, manifest: Manifest, mayRepeat: boolean) {
    const { id, projectId } = accepted;
    if (!(await this.processing.lock(id))) {
      return 'processed';
    }
    const held = await this.processing.lockVersion(accepted, manifest);
    if (held !== null && !mayRepeat && (await this.processing.holdsFile(held, manifest.fileName))) {
      return 'duplicate';
    }
    await this.processing.describeFile(id, manifest);
    if (held === null) {
      await this.processing.become(id, manifest);
    } else {
      await this.processing.join(id, held, manifest);
    }
    if (held === null || !manifest.isAddition) {
      await this.processing.replaceTags(held ?? id, projectId, manifest);
    }
    return 'processed';
  }
}

const readWith = (reader: ManifestReader, accepted: AcceptedPackage): Promise<Manifest | ArchiveError> =>
  reader.read(accepted).catch((error: unknown) => {
    if (error instanceof ArchiveError) {
      return error;
    }
    throw error;
  });
