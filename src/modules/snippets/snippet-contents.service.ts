import { Injectable } from '@nestjs/common';
import { notFound } from '../../common/errors/catalogue.js';
import type { OpenObject } from '../../platform/git/cat-file.js';
import { RepositoryReadsService } from '../repositories/reads/repository-reads.service.js';
import { RepositoriesService } from '../repositories/storages/repositories.service.js';
import { SNIPPET_BRANCH } from './snippet.js';
import type { Snippet } from './snippet.js';

/** A file of a snippet for display. */
export interface SnippetFileContent {
  readonly path: string;
  readonly size: number;
  /** Omitted if the file is too large. */
  readonly content: Buffer;
}

/** Maximum number of listed paths, because pushes may contain more files than REST accepts. */
const MAX_PATHS = 100;

/** Reads the files of snippets (contract: core §8). */
@Injectable()
export class SnippetContentsService {
  constructor(
    private readonly repositories: RepositoriesService,
    private readonly reads: RepositoryReadsService,
  ) {}

  /** Reads the first file. Throws 404. */
  first(snippet: Snippet, use: (blob: OpenObject) => Promise<void>): Promise<void> {
    return this.file(snippet, SNIPPET_BRANCH, snippet.files[0] ?? '', use);
  }

  /** Throws 404. */
  file(snippet: Snippet, ref: string, path: string, use: (blob: OpenObject) => Promise<void>): Promise<void> {
    return this.reads.pacedByClient(() => this.open(snippet, ref, path, use));
  }

  private async open(
    snippet: Snippet,
    ref: string,
    path: string,
    use: (blob: OpenObject) => Promise<void>,
  ): Promise<void> {
    const repository = await this.repositories.find({ snippetId: snippet.id }, 'snippet');
    const isShown =
      repository &&
      (await this.reads.open(repository, false, async (session) => {
        const found = await session.resolve(ref);
        const entry = found && (await session.entryAt(found.commit, path));
        const blob = entry?.type === 'blob' ? await session.openBlob(entry.id) : null;
        await (blob ? use(blob) : undefined);
        return blob !== null;
      }));
    if (!isShown) {
      throw notFound('File');
    }
  }

  /** Returns the first `count` files; the content of files larger than `most` bytes is omitted. */
  async several({ id, files }: Snippet, count: number, most: number): Promise<readonly SnippetFileContent[]> {
    const repository = await this.repositories.find({ snippetId: id }, 'snippet');
    const found: SnippetFileContent[] = [];
    await (repository &&
      this.reads.open(repository, undefined, async (session) => {
        const commit = await session.commit(`refs/heads/${SNIPPET_BRANCH}`);
        for (const path of commit ? files.slice(0, count) : []) {
          const entry = commit && (await session.entryAt(commit, path));
          const blob = entry?.type === 'blob' ? await session.blob(entry.id, most) : null;
          found.push(...(blob ? [{ path, size: blob.size, content: blob.content }] : []));
        }
      }));
    return found;
  }

  /** Returns the first {@link MAX_PATHS} paths on the snippet's branch, in the order of the repository. */
  async paths(snippetId: number): Promise<string[]> {
    const repository = await this.repositories.find({ snippetId }, 'snippet');
    const none: string[] = [];
    return repository
      ? this.reads.open(repository, none, async (session) => {
          const commit = await session.commit(`refs/heads/${SNIPPET_BRANCH}`);
          return commit ? session.paths(commit.treeId, MAX_PATHS) : none;
        })
      : none;
  }
}
