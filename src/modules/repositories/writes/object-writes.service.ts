import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { invalidField, IS_INVALID } from '../../../common/errors/catalogue.js';
import { Git } from '../../../platform/git/git.service.js';
import { GitFailed } from '../../../platform/git/git-directory.js';
import type { GitDirectory, ObjectArea } from '../../../platform/git/git-directory.js';
import { moveObjects } from '../../../platform/git/move-objects.js';
import { packOf } from '../../../platform/git/pack.js';
import type { NewObject } from '../../../platform/git/pack.js';
import { LooseFiles } from '../../../platform/git/loose-files.js';
import { arePlain, LOOSE_LIMIT, unlike } from './plain-files.js';
import type { DraftChange } from './tree-draft.js';

/** Messages of git about files that fail its checks. */
const UNSOUND = /error in (?:tree|blob)|fsck error/;

/** Writes objects like git itself: checked, and completely or not at all. */
@Injectable()
export class ObjectWritesService {
  constructor(
    private readonly git: Git,
    private readonly loose: LooseFiles,
  ) {}

  /**
   * Throws 400 for files that git refuses although their paths are valid, such as a malicious `.gitmodules`. Writes to
   * a temporary area first, because on a full disk git leaves incomplete files behind.
   */
  async write(gitDir: GitDirectory, objects: readonly NewObject[]): Promise<void> {
    await this.inPassing(gitDir, async (area) => {
      await this.writeInto(area, gitDir, objects);
      await moveObjects(area.objects, area.alternates);
    });
  }

  /** Like {@link write}, but leaves the objects in the area. */
  async writeInto(area: ObjectArea, gitDir: GitDirectory, objects: readonly NewObject[]): Promise<void> {
    const command =
      objects.length > LOOSE_LIMIT ? ['index-pack', '--stdin', '--strict'] : ['unpack-objects', '-q', '--strict'];
    try {
      const pack = await packOf(unlike(objects)); // it must not contain an object twice
      await this.git.run(gitDir, command, { input: pack, area });
    } catch (error) {
      throw error instanceof GitFailed && UNSOUND.test(error.stderr) ? invalidField('file_path', IS_INVALID) : error;
    }
  }

  /** Like {@link write}, but without a git process if the objects are plain (see {@link arePlain}). */
  async writeDraft(
    gitDir: GitDirectory,
    objects: readonly NewObject[],
    changes: readonly DraftChange[],
  ): Promise<void> {
    if (!arePlain(objects, changes)) {
      return this.write(gitDir, objects);
    }
    await this.loose.write(gitDir, unlike(objects));
    this.git.noteWritten(gitDir, objects);
  }

  /** Provides a temporary area beside the repository's objects, which is removed when `use` ends. */
  async inPassing<T>(gitDir: GitDirectory, use: (area: ObjectArea) => Promise<T>): Promise<T> {
    const objects = await mkdtemp(path.join(gitDir.path, 'objects', 'tmp_preview-'));
    try {
      await mkdir(path.join(objects, 'pack'));
      return await use({ objects, alternates: path.join(gitDir.path, 'objects') });
    } finally {
      await rm(objects, { recursive: true, force: true });
    }
  }
}
