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
import { arePlain, LOOSE_LIMIT, unlike } from './plain-files.js';
import type { DraftChange } from './tree-draft.js';

/** Messages of git about files that fail its checks. */
const UNSOUND = /error in (?:tree|blob)|fsck error/;

/** Writes objects like git itself: checked, and completely or not at all. */
@Injectable()
export class ObjectWritesService {
  constructor(private readonly git: Git) {}

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

  /**
   * Writes the objects, unless they are plain (see {@link arePlain}): those are returned, to be written together with
   * the ref, without a git process.
   */
  async writeUnlessPlain(
    gitDir: GitDirectory,
    objects: readonly NewObject[],
    changes: readonly DraftChange[],
  ): Promise<readonly NewObject[]> {
    if (arePlain(objects, changes)) {
      return unlike(objects);
    }
    await this.write(gitDir, objects);
    return [];
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
