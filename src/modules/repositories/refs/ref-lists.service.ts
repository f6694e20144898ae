import { Injectable } from '@nestjs/common';
import { Git } from '../../../platform/git/git.service.js';
import { readRefFile } from '../../../platform/git/ref-files.js';
import { GitTookTooLong } from '../../../platform/git/git-directory.js';
import type { GitDirectory } from '../../../platform/git/git-directory.js';
import { RepositoriesService } from '../storages/repositories.service.js';
import type { Repository } from '../repository.js';
import { BRANCHES, fullName, isRefName, TAGS } from '../../../platform/git/ref-names.js';

/** A branch or tag in a list of the repository. */
export interface ListedRef {
  readonly name: string;
  /** The object that the ref points at: a commit or an annotated tag. */
  readonly id: string;
}

/** Sort keys of git. Times are raw, because git dies when it has to format a date before 1970. */
export type RefOrder = 'refname' | 'committerdate:raw' | 'creatordate:raw' | 'version:refname';

export interface RefQuery {
  readonly kind: 'branch' | 'tag';
  readonly order?: RefOrder;
  readonly isDescending?: boolean;
  /** Only refs that are reachable from this commit. */
  readonly mergedInto?: string;
  /** Only refs from which this commit is reachable. */
  readonly containing?: string;
  /** Only these few refs; the others are not even read. */
  readonly names?: readonly string[];
}

const ID_LENGTH = 40;
/** Up to this number of refs, reading their files is cheaper than listing all refs of a repository. */
const FEW_REFS = 10;

/** Lists branches and tags; hidden refs are never included (contract: git §3.1, §3.2). */
@Injectable()
export class RefListsService {
  constructor(
    private readonly repositories: RepositoriesService,
    private readonly git: Git,
  ) {}

  /** Sorted by name in git's byte order unless another order is given; ties are sorted by name. */
  async list(repository: Repository, query: RefQuery): Promise<ListedRef[]> {
    const gitDir = await this.repositories.findDirectory(repository);
    return gitDir ? this.repositories.reaching(repository, () => this.inDirectory(gitDir, query)) : [];
  }

  async inDirectory(gitDir: GitDirectory, query: RefQuery): Promise<ListedRef[]> {
    const { kind, order = 'refname', isDescending = false, mergedInto, containing, names } = query;
    const root = rootOf(kind);
    const sorting = ['--sort=refname', `--sort=${isDescending ? '-' : ''}${order}`];
    const limits = [
      ...(mergedInto === undefined ? [] : [`--merged=${mergedInto}`]),
      ...(containing === undefined ? [] : [`--contains=${containing}`]),
      ...(names?.map((name) => root + name) ?? [root]),
    ];
    return this.readAll(gitDir, [...sorting, ...limits], (batches) =>
      collect<ListedRef[]>(batches, [], (listed, id, name) => listed.push({ id, name: name.slice(root.length) })),
    );
  }

  /** Returns what refs point at, by full name; missing refs are omitted. */
  async held(gitDir: GitDirectory, fullNames: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (fullNames.length > FEW_REFS) {
      return this.allHeld(gitDir, new Set(fullNames));
    }
    const held = new Map<string, string>();
    for (const name of fullNames) {
      const id = await readRefFile(gitDir.path, name);
      if (id !== null) {
        held.set(name, id);
      }
    }
    return held;
  }

  /** Whether another ref is a parent directory of this name or is inside it. */
  async isInTheWay(gitDir: GitDirectory, kind: 'branch' | 'tag', name: string): Promise<boolean> {
    const root = rootOf(kind);
    const outer = name.split('/').slice(0, -1);
    for (const [depth] of outer.entries()) {
      if ((await readRefFile(gitDir.path, root + outer.slice(0, depth + 1).join('/'))) !== null) {
        return true;
      }
    }
    return this.hasAny(gitDir, `${root}${name}/`);
  }

  /** Whether the repository has any branch. */
  hasBranches(gitDir: GitDirectory): Promise<boolean> {
    return this.hasAny(gitDir, BRANCHES);
  }

  /** Returns what a branch or tag points at; null if it does not exist. */
  async find(repository: Repository, kind: 'branch' | 'tag', name: string): Promise<ListedRef | null> {
    const gitDir = isRefName(name) ? await this.repositories.findDirectory(repository) : null;
    const id = gitDir && (await readRefFile(gitDir.path, fullName({ kind, name })));
    return id === null ? null : { id, name };
  }

  private allHeld(gitDir: GitDirectory, names: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
    return this.readAll(gitDir, [], (batches) =>
      collect(batches, new Map<string, string>(), (held, id, name) => names.has(name) && held.set(name, id)),
    );
  }

  /**
   * Reads all refs in batches, because there may be too many to read without pauses. Throws 503 if git was stopped
   * before it had listed all of them.
   */
  private async readAll<T>(
    gitDir: GitDirectory,
    args: readonly string[],
    read: (batches: AsyncIterable<readonly string[]>) => Promise<T>,
  ): Promise<T> {
    const command = ['for-each-ref', '--format=%(objectname) %(refname)%00', ...args];
    const { value, isWhole } = await this.git.wordBatches(gitDir, command, read);
    if (!isWhole) {
      throw new GitTookTooLong();
    }
    return value;
  }

  private async hasAny(gitDir: GitDirectory, prefix: string): Promise<boolean> {
    return (await this.git.text(gitDir, ['for-each-ref', '--count=1', '--format=%(refname)', prefix])) !== '';
  }
}

const rootOf = (kind: 'branch' | 'tag'): string => (kind === 'branch' ? BRANCHES : TAGS);

/** Adds each ref that git lists to the result. */
async function collect<T>(
  batches: AsyncIterable<readonly string[]>,
  into: T,
  take: (into: T, id: string, fullName: string) => unknown,
): Promise<T> {
  for await (const words of batches) {
    for (const word of words) {
      const line = word.trimStart(); // git also ends each record with a line break
      take(into, line.slice(0, ID_LENGTH), line.slice(ID_LENGTH + 1));
    }
  }
  return into;
}
