import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { Git } from '../../../platform/git/git.service.js';
import type { GitDirectory, ObjectArea } from '../../../platform/git/git-directory.js';
import { DIFF_LIMITS, filesOf, LARGE_FILES, PatchTexts, readRawDiff } from './diff-text.js';
import type { FileDiff, PatchText } from './diff-text.js';
import { StatsSum } from './diff-stats.js';
import type { DiffStats } from './diff-stats.js';

/** Git knows this id even if the object is not stored. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
const DIFF_TREE = [...LARGE_FILES, 'diff-tree', '-r', '-M', '--no-color', '--no-ext-diff', '--no-textconv'];

/** Two states of a repository; a null `from` means the empty tree. */
export interface DiffRange {
  readonly from: string | null;
  readonly to: string;
}

export interface Diff {
  readonly files: readonly FileDiff[];
  /** Whether git was stopped before it finished. */
  readonly isTimedOut: boolean;
}

/** Compares two commits or trees (contract: git §3.3, §3.4). */
@Injectable()
export class DiffsService {
  constructor(private readonly git: Git) {}

  async between(gitDir: GitDirectory, { from, to }: DiffRange, area?: ObjectArea): Promise<Diff> {
    const ends = ['--end-of-options', from ?? EMPTY_TREE, to];
    const signal = AbortSignal.timeout(DIFF_LIMITS.milliseconds);
    const raw = [...DIFF_TREE, '--raw', '-z', ...ends];
    const { value: changes, isWhole } = await this.git.words(gitDir, raw, readRawDiff, { area, signal });
    if (changes.length === 0) {
      return { files: [], isTimedOut: !isWhole };
    }
    const patch = ({ stdout }: { readonly stdout: Readable }) => readPatch(stdout);
    const texts = await this.git.stream(gitDir, [...DIFF_TREE, '-p', ...ends], patch, { area, signal });
    return { files: filesOf(changes, texts), isTimedOut: !isWhole || signal.aborted };
  }

  /** Returns the numbers of added and deleted lines that git counts within 10 s; binary files count none. */
  async stats(gitDir: GitDirectory, { from, to }: DiffRange, area?: ObjectArea): Promise<DiffStats> {
    const args = [...DIFF_TREE, '--numstat', '-z', '--end-of-options', from ?? EMPTY_TREE, to];
    const signal = AbortSignal.timeout(DIFF_LIMITS.milliseconds);
    return (await this.git.words(gitDir, args, sumUp, { area, signal })).value;
  }
}

async function readPatch(output: Readable): Promise<readonly PatchText[]> {
  const texts = new PatchTexts();
  for await (const chunk of output as AsyncIterable<Buffer>) {
    if (!texts.take(chunk)) {
      break;
    }
  }
  return texts.end();
}

async function sumUp(words: AsyncIterable<string>): Promise<DiffStats> {
  const sum = new StatsSum();
  for await (const word of words) {
    sum.take(word);
  }
  return sum.stats;
}
