import type { Commit } from '../../../platform/git/commit-object.js';
import type { ReadSession } from '../../repositories/reads/read-session.js';
import type { PipelineProject } from './pipeline-facts.repository.js';

const DEFAULT_PATHS = ['.ci.yml', '.gitlab-ci.yml']; // contract: triggers §5

/** Location of a commit's definition file. */
export interface FoundDefinition {
  readonly path: string;
  /** Id of the blob. */
  readonly fileId: string;
}

/** The part of a project that determines the path of its definition. */
export type DefiningProject = Pick<PipelineProject, 'ciConfigPath'>;

/** Returns the first of the project's definition paths at which the commit has a file. */
export async function definitionIn(
  session: ReadSession,
  commit: Commit,
  { ciConfigPath }: DefiningProject,
): Promise<FoundDefinition | null> {
  for (const path of ciConfigPath ? [ciConfigPath] : DEFAULT_PATHS) {
    const entry = await session.entryAt(commit, path);
    if (entry?.type === 'blob') {
      return { path, fileId: entry.id };
    }
  }
  return null;
}
