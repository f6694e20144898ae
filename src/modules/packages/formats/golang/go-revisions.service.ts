import { Injectable } from '@nestjs/common';
import { inTurns } from '../../../../common/concurrency/in-turns.js';
import type { Commit } from '../../../../platform/git/commit-object.js';
import { isRefName, TAGS } from '../../../../platform/git/ref-names.js';
import type { ReadSession } from '../../../repositories/reads/read-session.js';
import { RepositoryReadsService } from '../../../repositories/reads/repository-reads.service.js';
import { RefListsService } from '../../../repositories/refs/ref-lists.service.js';
import { RepositoriesService } from '../../../repositories/storages/repositories.service.js';
import { moduleFiles } from './go-files.js';
import { moduleLineIn, tagPrefixOf } from './go-module.js';
import type { GoModule } from './go-module.js';
import { hasMajorOf, isGoVersion, readPseudoVersion, stampOf } from './go-versions.js';
import { zipStream } from './zip-stream.js';

/** A module at a commit. */
export interface GoRevision {
  readonly commitId: string;
  /** Time of the commit, in UTC. */
  readonly time: Date;
  /** The text of its `go.mod`, or a generated one if there is none. */
  readonly goMod: string;
  /** There is a `go.mod`, and its path is that of the module. */
  readonly isDeclared: boolean;
  readonly treeId: string;
  readonly rootTreeId: string;
}

const GO_MOD = 'go.mod';
/** Same limit as in go. */
const MAX_GO_MOD_BYTES = 16 * 1024 * 1024;

/** Finds modules in the repositories of projects; tags are their versions (contract: packages §5.10). */
@Injectable()
export class GoRevisionsService {
  constructor(
    private readonly repositories: RepositoriesService,
    private readonly reads: RepositoryReadsService,
    private readonly refs: RefListsService,
  ) {}

  /** Returns versions in the order of the tags; null if the repository has no such module. */
  async versions(projectId: number, module: GoModule): Promise<readonly string[] | null> {
    const repository = await this.repositories.getCode(projectId);
    const prefix = tagPrefixOf(module);
    const tags = await this.refs.list(repository, { kind: 'tag' });
    const named: string[] = [];
    await inTurns(tags, ({ name }) => {
      const version = name.slice(prefix.length);
      if (name.startsWith(prefix) && isTagOf(module, version)) {
        named.push(version);
      }
    });
    const found = await this.reads.open(repository, [], (session) => withModule(session, module, named));
    if (found.length === 0 && !(await this.isThere(projectId, module))) {
      return null;
    }
    return found;
  }

  /** Null for a version that does not belong to the module. */
  async find(projectId: number, module: GoModule, version: string): Promise<GoRevision | null> {
    const repository = await this.repositories.getCode(projectId);
    return this.reads.open(repository, null, async (session) => {
      const commit = await commitOf(session, module, version);
      return commit && revisionAt(session, commit, module);
    });
  }

  /** Passes the module's archive to `store` as a stream that is valid only during that call. */
  async archive<T>(
    projectId: number,
    { treeId, rootTreeId }: GoRevision,
    prefix: string,
    store: (source: AsyncIterable<Uint8Array>) => Promise<T>,
  ): Promise<T | null> {
    const repository = await this.repositories.getCode(projectId);
    return this.reads.open<T | null>(repository, null, (session) =>
      store(zipStream(moduleFiles(session, { treeId, rootTreeId, prefix }))),
    );
  }

  /** A module without any version exists if the default branch has it. */
  private async isThere(projectId: number, module: GoModule): Promise<boolean> {
    if (module.folder === '' && module.major === null) {
      return true;
    }
    const repository = await this.repositories.getCode(projectId);
    return this.reads.open(repository, false, async (session) => {
      const head = await session.commit('HEAD');
      const found = head && (await revisionAt(session, head, module));
      return found?.isDeclared === true;
    });
  }
}

const isTagOf = (module: GoModule, version: string): boolean =>
  isGoVersion(version) && !readPseudoVersion(version) && hasMajorOf(module, version);

/** Returns the tagged versions that contain the module. */
async function withModule(session: ReadSession, module: GoModule, versions: readonly string[]): Promise<string[]> {
  if (module.folder === '' && module.major === null) {
    return [...versions];
  }
  const found: string[] = [];
  for (const version of versions) {
    const commit = await commitOf(session, module, version);
    if (commit && (await revisionAt(session, commit, module))) {
      found.push(version);
    }
  }
  return found;
}

async function commitOf(session: ReadSession, module: GoModule, version: string): Promise<Commit | null> {
  if (!isGoVersion(version) || !hasMajorOf(module, version)) {
    return null;
  }
  const pseudo = readPseudoVersion(version);
  if (!pseudo) {
    const tag = tagPrefixOf(module) + version;
    return isRefName(tag) ? session.commit(TAGS + tag) : null;
  }
  const commit = await session.commit(pseudo.commit);
  return commit && commit.id.startsWith(pseudo.commit) && stampOf(commit.committer.seconds) === pseudo.stamp
    ? commit
    : null;
}

/**
 * From version 2 on, the module may be in a subfolder named after its major version; the `go.mod` determines which
 * folder it is.
 */
async function revisionAt(session: ReadSession, commit: Commit, module: GoModule): Promise<GoRevision | null> {
  const { folder, major } = module;
  const folders = major === null ? [folder] : [`${tagPrefixOf(module)}v${major}`, folder];
  for (const candidate of folders) {
    const treeId = candidate === '' ? commit.treeId : await treeAt(session, commit, candidate);
    const goMod = treeId === null ? null : await goModIn(session, treeId);
    const isDeclared = goMod !== null && moduleLineIn(goMod) === module.path;
    if (treeId !== null && (major === null || isDeclared)) {
      const time = new Date(commit.committer.seconds * 1000);
      const text = goMod ?? `module ${module.path}\n`;
      return { commitId: commit.id, time, goMod: text, isDeclared, treeId, rootTreeId: commit.treeId };
    }
  }
  return null;
}

async function treeAt(session: ReadSession, commit: Commit, path: string): Promise<string | null> {
  const entry = await session.entryAt(commit, path);
  return entry?.type === 'tree' ? entry.id : null;
}

async function goModIn(session: ReadSession, treeId: string): Promise<string | null> {
  const entries = await session.tree(treeId);
  const entry = entries.find(({ name, type }) => name === GO_MOD && type === 'blob');
  const blob = entry && (await session.blob(entry.id, MAX_GO_MOD_BYTES));
  return blob ? blob.content.toString('utf8') : null;
}
