import { Injectable } from '@nestjs/common';
import { Git } from '../../../platform/git/git.service.js';
import { readRefFile } from '../../../platform/git/ref-files.js';
import type { GitDirectory } from '../../../platform/git/git-directory.js';
import { RepositoriesService } from '../storages/repositories.service.js';
import type { Repository } from '../repository.js';
import { BRANCHES, fullName, isRefName, TAGS } from '../../../platform/git/ref-names.js';

/** A branch or tag as the repository lists it. */
export interface ListedRef {
  readonly name: string;
  /** What the ref holds: a commit, or the object of an annotated tag. */
  readonly id: string;
}

/** Keys that git itself sorts refs by. Times are raw: git ends when it has to write a date of before 1970. */
export type RefOrder = 'refname' | 'committerdate:raw' | 'creatordate:raw' | 'version:refname';

export interface RefQuery {
  readonly kind: 'branch' | 'tag';
  readonly order?: RefOrder;
  readonly isDescending?: boolean;
  /** Only those that this commit reaches. */
  readonly mergedInto?: string;
  /** Only those that reach this commit. */
  readonly containing?: string;
  /** Only these, of which there are few: the others are not even looked at. */
  readonly names?: readonly string[];
}

const ID_LENGTH = 40;
/** Reading the files of so many is cheaper than listing all refs of a repository. */
const FEW_REFS = 10;

/** Lists branches and tags; hidden refs are neither (contract: git §3.1, §3.2). */
@Injectable()
export class RefListsService {
  constructor(
    private readonly repositories: RepositoriesService,
    private readonly git: Git,
  ) {}

  /** In git's order of bytes unless told otherwise; ties by name. */
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

  /** What refs hold, by their full names; those that do not exist are left out. */
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

  /** Whether another name is a directory of this one, or lies inside it. */
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

  /** Whether there is any branch. */
  hasBranches(gitDir: GitDirectory): Promise<boolean> {
    return this.hasAny(gitDir, BRANCHES);
  }

  /** What a branch or tag holds; null when it does not exist. */
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

  /** A repository may have more refs than are read in one turn. Throws where git did not list all of them. */
  private async readAll<T>(
    gitDir: GitDirectory,
    args: readonly string[],
    read: (batches: AsyncIterable<readonly string[]>) => Promise<T>,
  ): Promise<T> {
    const command = ['for-each-ref', '--format=%(objectname) %(refname)%00', ...args];
    const { value, isWhole } = await this.git.wordBatches(gitDir, command, read);
    if (!isWhole) {
      throw new Error('git was ended before it had listed all refs.');
    }
    return value;
  }

  private async hasAny(gitDir: GitDirectory, prefix: string): Promise<boolean> {
    return (await this.git.text(gitDir, ['for-each-ref', '--count=1', '--format=%(refname)', prefix])) !== '';
  }
}

const rootOf = (kind: 'branch' | 'tag'): string => (kind === 'branch' ? BRANCHES : TAGS);

/** Takes each ref, as git lists it, into what is collected. */
async function collect<T>(
  batches: AsyncIterable<readonly string[]>,
  into: T,
  take: (into: T, id: string, fullName: string) => unknown,
): Promise<T> {
  for await (const words of batches) {
    for (const word of words) {
      const line = word.trimStart(); // git ends each with a line break as well
      take(into, line.slice(0, ID_LENGTH), line.slice(ID_LENGTH + 1));
    }
  }
  return into;
}
