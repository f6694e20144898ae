import type { RawParams } from '../../../common/params/form-encoding.js';
import { readInput } from '../../../common/params/read-input.js';
import { projectUpdate } from '../project-changes.js';
import { UpdateProjectInput } from '../projects.dto.js';
import type { Project } from '../project.js';
import type { ProjectUpdate } from '../projects.service.js';
import { textIn } from '../../../platform/views/form-text.js';

/** What a project has or has not. */
export const SWITCHES = ['jobs_enabled', 'public_jobs', 'shared_runners_enabled', 'packages_enabled'] as const;
type Switch = (typeof SWITCHES)[number];

const TEXTS = [
  'name',
  'path',
  'description',
  'topics',
  'visibility',
  'default_branch',
  'container_registry_access_level',
  'ci_config_path',
  'build_timeout',
] as const;

/** The form, named as REST names its fields. */
export type ProjectSettingsFields = Readonly<Record<(typeof TEXTS)[number], string>> & {
  /** The switches that are on. */
  readonly switches: readonly Switch[];
};

/** What there is. */
export const settingsOf = (project: Project): ProjectSettingsFields => ({
  name: project.name,
  path: project.path,
  description: project.description ?? '',
  topics: project.topics.join(', '),
  visibility: project.visibility,
  default_branch: project.defaultBranch ?? '',
  container_registry_access_level: project.containerRegistryAccessLevel,
  ci_config_path: project.ciConfigPath ?? '',
  build_timeout: String(project.buildTimeout),
  switches: SWITCHES.filter(
    (name) =>
      ({
        jobs_enabled: project.jobsEnabled,
        public_jobs: project.publicJobs,
        shared_runners_enabled: project.sharedRunnersEnabled,
        packages_enabled: project.packagesEnabled,
      })[name],
  ),
});

/** What was sent, on top of what there is; the path has a form of its own. */
export function sentSettings(fields: RawParams, project: Project): ProjectSettingsFields {
  const sent = TEXTS.filter((name) => name !== 'path' && name in fields);
  const texts = Object.fromEntries(sent.map((name) => [name, textIn(fields, name)]));
  const switches = SWITCHES.filter((name) => textIn(fields, name) !== '');
  return { ...settingsOf(project), ...texts, switches };
}

/** As REST would read it. Throws 400 naming the field. */
export function checkedSettings({ switches, path: _, ...texts }: ProjectSettingsFields): ProjectUpdate {
  const { ci_config_path: definition, description, topics, ...plain } = texts;
  return projectUpdate(
    readInput(UpdateProjectInput, {
      ...plain,
      topics: topics
        .split(',')
        .map((topic) => topic.trim())
        .filter((topic) => topic !== ''),
      description: description === '' ? null : description,
      ci_config_path: definition === '' ? null : definition,
      ...Object.fromEntries(SWITCHES.map((name) => [name, switches.includes(name)])),
    }),
  );
}
