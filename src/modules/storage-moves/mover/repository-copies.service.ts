import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, statfs } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createInflate } from 'node:zlib';
import { Injectable, Logger } from '@nestjs/common';
import { errorText } from '../../../common/errors/error-text.js';
import type { GitDirectory } from '../../../platform/git/git-directory.js';
import { Git } from '../../../platform/git/git.service.js';
import { contentsOf } from '../../../platform/git/small-repository.js';
import type { RepositoryContents } from '../../../platform/git/small-repository.js';
import { StoragesService } from '../../repositories/storages/storages.service.js';
import { copyFiles, findChanged, layoutOf } from './copied-files.js';
import type { CopiedFile } from './copied-files.js';
import type { CopyPace } from './copy-pace.js';
import type { RepositoryChecksums } from '../records/move-checksums.js';
import type { CopiedRepository } from './running-move.js';
import { sourceFilesOf } from './source-files.js';
import type { SourceFile } from './source-files.js';
import type { EmptiedDirectory } from './moved-files-worker.js';
import { MovedFilesService } from './moved-files.service.js';
import { MoveFailure, notCopied, notEnoughSpace, notTheSame, unreachable } from './move-failure.js';

const UNDER_WAY = '+moves';
const REMOVED = '+deleted';
/** Free space that a destination needs, as a factor of the size of the source. */
export const SPARE = 1.1;
const LOOSE_OBJECT = /^objects\/(?<first>[0-9a-f]{2})\/(?<rest>[0-9a-f]{38})$/;
const REFS = ['for-each-ref', '--format=%(objectname) %(refname)'];
const OBJECTS = ['cat-file', '--batch-all-objects', '--batch-check=%(objectname) %(objecttype) %(objectsize)'];
const REACHABLE = ['fsck', '--connectivity-only', '--no-dangling', '--no-progress'];

/** Limits of what is copied at once, with all files open, before progress is reported. */
const MOST_SMALL_FILES = 100;
const MOST_SMALL_BYTES = 2 * 1024 * 1024;

/** Runs work while no other process may change the repository's location, or skips it. */
export interface Holding {
  keep(work: () => Promise<void>): Promise<unknown>;
}

/** Copies the directories of repositories between storages (contract: storage-moves §5). */
@Injectable()
export class RepositoryCopiesService {
  private readonly logger = new Logger('storage-moves');

  constructor(
    private readonly storages: StoragesService,
    private readonly git: Git,
    private readonly files: MovedFilesService,
  ) {}

  /** Lists the files of the source. Throws `MoveFailure` if there is a link among them. */
  filesOf(repository: CopiedRepository): Promise<readonly SourceFile[]> {
    return sourceFilesOf(this.sourceOf(repository).path);
  }

  /**
   * Throws if the destination is unreachable, for instance because its disk is not mounted, or has not enough free
   * space.
   */
  async requireSpace(storage: string, bytes: number): Promise<void> {
    if (!(await this.storages.isReachable(storage))) {
      throw unreachable(storage);
    }
    const { bavail, bsize } = await statfs(this.storages.directoryOf(storage));
    if (bavail * bsize < bytes * SPARE) {
      throw notEnoughSpace(storage);
    }
  }

  /**
   * Creates the copy on the destination's disk in a temporary directory and compares it with the source. Returns the
   * checksums that were compared.
   */
  async copy(
    repository: CopiedRepository,
    files: readonly SourceFile[],
    pace: CopyPace,
    beforeComparing: (directory: string) => Promise<void>,
  ): Promise<RepositoryChecksums> {
    const directory = this.copyOf(repository);
    const copied = await this.copyAll(repository, files, directory, pace);
    await beforeComparing(directory);
    const source = this.sourceOf(repository);
    const copy = { path: directory, turn: source.turn };
    try {
      return await this.compare(source, copy, copied);
    } catch (error) {
      this.logger.warn({ move: repository.moveName, error: errorText(error) });
      throw notTheSame(repository.type);
    }
  }

  /** Moves the copy to its final path; whatever is there belongs to no container. */
  async place(repository: CopiedRepository, lease: Holding): Promise<void> {
    const root = this.storages.directoryOf(repository.to);
    const place = path.join(root, repository.relativePath);
    const aside = asideOf(root, repository);
    const copy = this.copyOf(repository);
    await lease.keep(() => this.files.place({ place, aside, copy, root }));
    await this.removeAside(root, repository, { directory: path.dirname(copy), root: path.join(root, UNDER_WAY) });
  }

  /** Removes everything that was created on the destination, even at its final path. */
  async discard(repository: CopiedRepository, lease: Holding): Promise<void> {
    const root = this.storages.configuredDirectoryOf(repository.to);
    if (root !== null) {
      await this.removeUnplaced(repository);
      await this.removeFrom(root, repository, lease);
    }
  }

  /** Removes what the move created on the destination but has not moved to its final path. */
  async removeUnplaced({ to, moveName }: CopiedRepository): Promise<void> {
    const root = this.storages.configuredDirectoryOf(to);
    await (root === null ? undefined : this.files.remove(path.join(root, UNDER_WAY, moveName)));
  }

  /** Removes the copy that the container no longer uses. */
  async removeOld(repository: CopiedRepository, lease: Holding): Promise<void> {
    await this.removeFrom(this.storages.directoryOf(repository.from), repository, lease);
  }

  private async removeFrom(root: string, repository: CopiedRepository, lease: Holding): Promise<void> {
    const place = path.join(root, repository.relativePath);
    await lease.keep(() => this.files.setAside(place, asideOf(root, repository)));
    await this.removeAside(root, repository, { directory: path.dirname(place), root });
  }

  private async removeAside(root: string, repository: CopiedRepository, emptied: EmptiedDirectory): Promise<void> {
    const aside = asideOf(root, repository);
    const around = { directory: path.dirname(aside), root: path.join(root, REMOVED) };
    await this.files.remove(aside, [around, emptied]);
  }

  /** Removes temporary copies and remains on all storages, except those that belong to a running move. */
  async sweep(isOwned: (moveName: string) => Promise<boolean>): Promise<void> {
    const roots = this.storages.names.map((name) => this.storages.directoryOf(name));
    for (const directory of roots.flatMap((root) => [path.join(root, UNDER_WAY), path.join(root, REMOVED)])) {
      for (const name of await readdir(directory).catch(() => [])) {
        await ((await isOwned(name)) ? undefined : this.files.remove(path.join(directory, name)));
      }
    }
  }

  private async copyAll(
    repository: CopiedRepository,
    files: readonly SourceFile[],
    directory: string,
    pace: CopyPace,
  ): Promise<readonly CopiedFile[]> {
    try {
      return await this.copyPaced(files, directory, pace);
    } catch (error) {
      if (error instanceof MoveFailure) {
        throw error;
      }
      this.logger.warn({ move: repository.moveName, error: errorText(error) });
      throw notCopied(repository.type);
    }
  }

  private async copyPaced(
    files: readonly SourceFile[],
    directory: string,
    pace: CopyPace,
  ): Promise<readonly CopiedFile[]> {
    const layout = layoutOf(files, directory);
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    if (files.length > MOST_SMALL_FILES || bytes > MOST_SMALL_BYTES || !isSmall(files)) {
      await this.files.remove(directory);
      return copyFiles(layout, pace);
    }
    const copied = await this.files.copy(layout);
    await pace.copied(bytes);
    return copied;
  }

  /** Throws unless the copy has the content of the source and is intact. */
  private async compare(
    source: GitDirectory,
    copy: GitDirectory,
    copied: readonly CopiedFile[],
  ): Promise<RepositoryChecksums> {
    const files = isSmall(copied) ? await this.files.read(copy.path) : null;
    const changed = await findChanged(copy.path, copied, files);
    requireThat(changed === null, changed ?? '');
    const ofCopy = files && (await contentsOf(files));
    const [expected, found] = await Promise.all([
      this.checksumsOfSource(source, ofCopy !== null),
      this.checksumsOf(copy, ofCopy, files?.get('HEAD')),
      ofCopy === null ? this.requireSound(copy, copied) : undefined,
    ]);
    requireThat(expected.refs === found.refs, 'refs');
    requireThat(expected.objects === found.objects, 'objects');
    return found;
  }

  /** Throws unless every loose object has the content that its name implies, and all reachable objects exist. */
  private async requireSound(copy: GitDirectory, copied: readonly CopiedFile[]): Promise<void> {
    for (const { relativePath } of copied) {
      await requireSoundObject(copy.path, relativePath);
    }
    await this.git.run(copy, REACHABLE);
  }

  private async checksumsOfSource(source: GitDirectory, isSmall: boolean): Promise<RepositoryChecksums> {
    const files = isSmall ? await this.files.read(source.path) : null;
    return this.checksumsOf(source, files && (await contentsOf(files)), files?.get('HEAD'));
  }

  /** Asks git for what was not read from files. */
  private async checksumsOf(
    directory: GitDirectory,
    contents: RepositoryContents | null,
    readHead: Buffer | undefined,
  ): Promise<RepositoryChecksums> {
    const head = readHead ?? (await readFile(path.join(directory.path, 'HEAD')));
    if (contents) {
      return { refs: sha256Of(contents.refs, head), objects: sha256Of(contents.objects) };
    }
    const [refs, objects] = await Promise.all([
      this.checksumOf(directory, REFS, head),
      this.checksumOf(directory, OBJECTS),
    ]);
    return { refs, objects };
  }

  /** Hashes the output of the command, followed by `more`. */
  private checksumOf(
    directory: GitDirectory,
    command: readonly string[],
    more: Buffer = Buffer.alloc(0),
  ): Promise<string> {
    return this.git.stream(directory, command, async (child) => {
      const hash = createHash('sha256');
      for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
        hash.update(chunk);
      }
      requireThat((await child.ended) === 0, command[0] ?? '');
      return hash.update(more).digest('hex');
    });
  }

  private sourceOf({ from, relativePath, moveName }: CopiedRepository): GitDirectory {
    return { path: path.join(this.storages.directoryOf(from), relativePath), turn: moveName };
  }

  private copyOf({ to, moveName, type }: CopiedRepository): string {
    return path.join(this.storages.directoryOf(to), UNDER_WAY, moveName, type);
  }
}

const asideOf = (root: string, { moveName, type }: CopiedRepository): string =>
  path.join(root, REMOVED, moveName, type);

/**
 * The name of a loose object is the digest of its content, and no bytes may follow; packs contain a digest of their
 * own.
 */
async function requireSoundObject(directory: string, relativePath: string): Promise<void> {
  const { first, rest } = LOOSE_OBJECT.exec(relativePath)?.groups ?? {};
  if (first !== undefined && rest !== undefined) {
    const compressed = createReadStream(path.join(directory, relativePath));
    const inflate = createInflate();
    const hash = createHash('sha1');
    await pipeline(compressed, inflate, hash);
    requireThat(hash.digest('hex') === first + rest && inflate.bytesWritten === compressed.bytesRead, relativePath);
  }
}

/** Only git can read packs, so a repository with packs does not count as small. */
const isSmall = (files: readonly Pick<CopiedFile, 'relativePath'>[]): boolean =>
  files.every(({ relativePath }) => !relativePath.startsWith('objects/pack/'));

const sha256Of = (...parts: readonly (string | Buffer)[]): string =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');

function requireThat(isSo: boolean, what: string): void {
  if (!isSo) {
    throw new Error(`The copy differs from its source: ${what}`);
  }
}
