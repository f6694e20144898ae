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
import { isPlainCommit, isPlainFile } from './plain-files.js';
import type { DraftChange } from './tree-draft.js';

/** What git says of files that fail its checks. */
const UNSOUND = /error in (?:tree|blob)|fsck error/;
/** More objects stay together in a pack. */
const LOOSE_LIMIT = 100;

/** Compressing more than this is git's work, beside the service. */
const LOOSE_BYTES = 1024 * 1024;

/** Each content once: no pack holds an object twice. */
const unlike = (objects: readonly NewObject[]): readonly NewObject[] => [
  ...new Map(objects.map((object) => [object.id, object])).values(),
];

/** Writes objects as git itself takes them in: checked, and whole or not at all. */
@Injectable()
export class ObjectWritesService {
  constructor(
    private readonly git: Git,
    private readonly loose: LooseFiles,
  ) {}

  /**
   * Throws 400 for files that git refuses although no rule of paths does, as a `.gitmodules` with a trick in it. They are
   * written beside the repository at first: git leaves the part of a file that a full disk had room for where it lies.
   */
  async write(gitDir: GitDirectory, objects: readonly NewObject[]): Promise<void> {
    await this.inPassing(gitDir, async (area) => {
      await this.writeInto(area, gitDir, objects);
      await moveObjects(area.objects, area.alternates);
    });
  }

  /** As {@link write}, for what the repository is not to keep. */
  async writeInto(area: ObjectArea, gitDir: GitDirectory, objects: readonly NewObject[]): Promise<void> {
    const command =
      objects.length > LOOSE_LIMIT ? ['index-pack', '--stdin', '--strict'] : ['unpack-objects', '-q', '--strict'];
    try {
      await this.git.run(gitDir, command, { input: await packOf(unlike(objects)), area });
    } catch (error) {
      throw error instanceof GitFailed && UNSOUND.test(error.stderr) ? invalidField('file_path', IS_INVALID) : error;
    }
  }

  /**
   * The same without a process where it can be seen that git refuses nothing: `changes` are the files in which the new
   * trees differ from those that are there, and those were checked when they came.
   */
  async writeDraft(
    gitDir: GitDirectory,
    objects: readonly NewObject[],
    changes: readonly DraftChange[],
  ): Promise<void> {
    const bytes = objects.reduce((sum, { content }) => sum + content.length, 0);
    const isPlain = objects.every(isPlainCommit) && changes.every(isPlainFile);
    if (!isPlain || objects.length > LOOSE_LIMIT || bytes > LOOSE_BYTES) {
      return this.write(gitDir, objects);
    }
    await this.loose.write(gitDir, unlike(objects));
    this.git.noteWritten(gitDir, objects);
  }

  /** An area beside the repository that is gone when `use` has ended, for what is only to be looked at. */
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
