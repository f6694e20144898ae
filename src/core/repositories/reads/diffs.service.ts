import { Injectable } from '@nestjs/common';
import { Git } from '../../../platform/git/git.service.js';
import type { GitPlace, ObjectArea } from '../../../platform/git/git-place.js';
import { DIFF_LIMITS, PatchTexts, readRawDiff } from './diff-text.js';
import type { FileDiff } from './diff-text.js';
import { addUp } from './diff-stats.js';
import type { DiffStats } from './diff-stats.js';

/** Git knows it without having it. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
const DIFF_TREE = ['diff-tree', '-r', '-M', '--no-color', '--no-ext-diff', '--no-textconv'];

/** Two states of a repository; `from` null stands for nothing at all. */
export interface DiffRange {
  readonly from: string | null;
  readonly to: string;
}

export interface Diff {
  readonly files: readonly FileDiff[];
  /** Git was stopped before its end. */
  readonly isTimedOut: boolean;
}

/** What differs between two commits or trees (contract: git §3.3, §3.4). */
@Injectable()
export class Diffs {
  constructor(private readonly git: Git) {}

  async between(place: GitPlace, { from, to }: DiffRange, area?: ObjectArea): Promise<Diff> {
    const ends = ['--end-of-options', from ?? EMPTY_TREE, to];
    const limit = AbortSignal.timeout(DIFF_LIMITS.milliseconds);
    try {
      const raw = await this.git.text(place, [...DIFF_TREE, '--raw', '-z', ...ends], { area, signal: limit });
      const texts = await this.patch(place, ends, limit, area);
      const files = readRawDiff(raw).map((change, index): FileDiff => {
        const text = texts[index];
        return { ...change, text: text?.text ?? '', isTooLarge: text?.isTooLarge ?? false, isCollapsed: !text };
      });
      return { files, isTimedOut: limit.aborted };
    } catch (error) {
      if (limit.aborted) {
        return { files: [], isTimedOut: true };
      }
      throw error;
    }
  }

  /** Lines that were added and taken away; binary files count none. */
  async stats(place: GitPlace, { from, to }: DiffRange, area?: ObjectArea): Promise<DiffStats> {
    const args = [...DIFF_TREE, '--numstat', '-z', '--end-of-options', from ?? EMPTY_TREE, to];
    return addUp(await this.git.text(place, args, { area }));
  }

  private patch(place: GitPlace, ends: readonly string[], limit: AbortSignal, area?: ObjectArea) {
    return this.git.stream(
      place,
      [...DIFF_TREE, '-p', ...ends],
      async (child) => {
        const stop = (): void => void child.end();
        limit.addEventListener('abort', stop);
        const texts = new PatchTexts();
        for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
          if (!texts.take(chunk)) {
            break;
          }
        }
        limit.removeEventListener('abort', stop);
        return texts.end();
      },
      area,
    );
  }
}
