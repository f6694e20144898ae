import { Injectable } from '@nestjs/common';
import { BlobStore } from '../../../../platform/blob/blob-store.js';
import { PackageDownloadsRepository } from '../../files/package-downloads.repository.js';
import type { ServedFile } from '../../files/package-downloads.repository.js';
import type { MadeFile } from '../../files/package-downloads.service.js';
import { readMetadata, withVersions, writeMetadata } from './maven-metadata.js';
import { METADATA } from './maven-path.js';
import { MavenRepository } from './maven.repository.js';
import type { MavenVersion } from './maven.repository.js';

/** Larger metadata is served as it was sent, because reading it would block other requests. */
const MAX_BYTES = 1024 * 1024;

/** What is stored about metadata that listed versions before they were uploaded. */
interface Announced {
  readonly announced?: readonly string[];
}

/**
 * The metadata that lists all versions of an artifact. It is stored as clients send it, and served with the versions
 * that exist at the time of the request. Concurrent deploys therefore lose no version, and deleting one needs no
 * rewrite (contract: packages §5.4, §6.5).
 */
@Injectable()
export class MavenMetadataService {
  constructor(
    private readonly maven: MavenRepository,
    private readonly downloads: PackageDownloadsRepository,
    private readonly store: BlobStore,
  ) {}

  /**
   * Returns the stored file if it can be served unchanged, otherwise one generated from it; null if none was uploaded.
   */
  async find(projectIds: readonly number[], name: string): Promise<ServedFile | MadeFile | null> {
    const address = { packageType: 'maven', nameKey: name, versionKey: '' } as const;
    const stored = await this.downloads.findNewestIn(projectIds, address, METADATA);
    if (!stored || stored.size > MAX_BYTES) {
      return stored;
    }
    const sent = await readMetadata(await this.textOf(stored));
    if (!sent || sent.hasPlugins) {
      return stored;
    }
    const versions = await this.maven.versionsOf(projectIds, name);
    const served = await withVersions(
      sent,
      [...held(versions), ...(await this.announced(stored, versions))],
      lastOf(versions),
    );
    return served ? { fileName: METADATA, bytes: Buffer.from(writeMetadata(served)) } : stored;
  }

  /** Returns what to store about incoming metadata: the versions that it lists but the project does not hold. */
  async announcedBy(projectId: number, name: string, bytes: Buffer): Promise<Announced> {
    const sent = await readMetadata(bytes.toString('utf8'));
    if (!sent || sent.versions.length === 0) {
      return {};
    }
    const known = new Set((await this.maven.versionsOf([projectId], name)).map(({ version }) => version));
    const announced = sent.versions.filter((version) => !known.has(version));
    return announced.length === 0 ? {} : { announced };
  }

  private async announced(stored: ServedFile, versions: readonly MavenVersion[]): Promise<readonly string[]> {
    const known = new Set(versions.map(({ version }) => version));
    const { announced } = await this.maven.metadataOf(stored.id);
    return Array.isArray(announced) ? announced.map(String).filter((version) => !known.has(version)) : [];
  }

  private async textOf({ storeKey }: ServedFile): Promise<string> {
    const pieces: Uint8Array[] = [];
    for await (const piece of await this.store.get(storeKey)) {
      pieces.push(Buffer.from(piece));
    }
    return Buffer.concat(pieces).toString('utf8');
  }
}

const held = (versions: readonly MavenVersion[]): string[] =>
  versions.filter(({ isHeld }) => isHeld).map(({ version }) => version);

const lastOf = (versions: readonly MavenVersion[]): Date =>
  new Date(versions.reduce((last, { changedAt }) => Math.max(last, Date.parse(changedAt)), 0));
