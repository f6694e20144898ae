import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { ProjectFigures } from './project-figures.js';
import { record } from '../../common/wire/wire-types.js';

/** Bytes, but for the count of commits (contract: core §6). */
export const StatisticsSchema = record('ProjectStatistics', {
  commit_count: Type.Integer(),
  storage_size: Type.Integer(),
  repository_size: Type.Integer(),
  job_artifacts_size: Type.Integer(),
  packages_size: Type.Integer(),
  snippets_size: Type.Integer(),
  container_registry_size: Type.Integer(),
  lfs_objects_size: Type.Integer(),
  wiki_size: Type.Integer(),
});
export type StatisticsView = Static<typeof StatisticsSchema>;

/** The figures of a project; sizes are in bytes (contract: core §6). */
export function presentStatistics(figures: ProjectFigures): StatisticsView {
  const { commits = 0, repository = 0, jobArtifacts = 0, packages = 0, snippets = 0, images = 0, wiki = 0 } = figures;
  return {
    commit_count: commits,
    storage_size: repository + jobArtifacts + packages + snippets + images + wiki,
    repository_size: repository,
    job_artifacts_size: jobArtifacts,
    packages_size: packages,
    snippets_size: snippets,
    container_registry_size: images,
    lfs_objects_size: 0,
    wiki_size: wiki,
  };
}
