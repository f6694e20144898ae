import { Injectable } from '@nestjs/common';
import { Git } from '../../../platform/git/git.service.js';
import type { GitPlace } from '../../../platform/git/git-place.js';
import { RepositoriesService } from '../repositories.service.js';
import type { Repository } from '../repository.js';
import { BRANCHES, fullName, TAGS } from './ref-names.js';

/** A branch or tag as the repository lists it. */
export interface ListedRef {
  readonly name: string;
  /** What the ref holds: a commit, or the object of an annotated tag. */
  readonly id: string;
}

/** Keys that git itself sorts refs by. */
export type RefOrder = 'refname' | 'committerdate' | 'creatordate' | 'version:refname';

export interface RefQuery {
  readonly kind: 'branch' | 'tag';
  readonly order?: RefOrder;
  readonly isDescending?: boolean;
  /** Only those that this commit reaches. */
  readonly mergedInto?: string;
  /** Only those that reach this commit. */
  readonly containing?: string;
}

/** Lists branches and tags; hidden refs are neither (contract: git §3.1, §3.2). */
@Injectable()
export class RefLists {
  constructor(
    private readonly repositories: RepositoriesService,
    private readonly git: Git,
  ) {}

  /** In git's order of bytes unless told otherwise; ties by name. */
  async list(repository: Repository, query: RefQuery): Promise<ListedRef[]> {
    const place = await this.repositories.findPlace(repository);
    return place ? this.inPlace(place, query) : [];
  }

  async inPlace(place: GitPlace, query: RefQuery): Promise<ListedRef[]> {
    const { kind, order = 'refname', isDescending = false, mergedInto, containing } = query;
    const root = kind === 'branch' ? BRANCHES : TAGS;
    const text = await this.git.text(place, [
      'for-each-ref',
      '--format=%(objectname) %(refname)',
      `--sort=refname`,
      `--sort=${isDescending ? '-' : ''}${order}`,
      ...(mergedInto === undefined ? [] : [`--merged=${mergedInto}`]),
      ...(containing === undefined ? [] : [`--contains=${containing}`]),
      root,
    ]);
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => ({ id: line.slice(0, 40), name: line.slice(41 + root.length) }));
  }

  /** Whether another name is a directory of this one, or lies inside it. */
  async isInTheWay(place: GitPlace, kind: 'branch' | 'tag', name: string): Promise<boolean> {
    const refs = await this.inPlace(place, { kind });
    return refs.some((other) => other.name.startsWith(`${name}/`) || name.startsWith(`${other.name}/`));
  }

  /** What a branch or tag holds; null when it does not exist. */
  async find(repository: Repository, kind: 'branch' | 'tag', name: string): Promise<ListedRef | null> {
    const place = await this.repositories.findPlace(repository);
    const ref = fullName({ kind, name });
    const text = place && (await this.git.text(place, ['for-each-ref', '--format=%(objectname) %(refname)', ref]));
    const line = text?.split('\n').find((found) => found.slice(41) === ref);
    return line === undefined ? null : { id: line.slice(0, 40), name };
  }
}
