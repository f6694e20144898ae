import type { RawParams } from '../../../common/params/form-encoding.js';
import type { Group } from '../group.js';
import { textIn } from '../../../platform/views/form-text.js';

const TEXTS = [
  'name',
  'path',
  'description',
  'visibility',
  'project_creation_level',
  'subgroup_creation_level',
  'default_branch_protection',
] as const;

/** The form; its fields have the names of the API. */
export type GroupSettingsFields = Readonly<Record<(typeof TEXTS)[number], string>>;

/** Returns the current values. */
export const groupSettingsOf = (group: Group): GroupSettingsFields => ({
  name: group.name,
  path: group.path,
  description: group.description ?? '',
  visibility: group.visibility,
  project_creation_level: group.projectCreationLevel,
  subgroup_creation_level: group.subgroupCreationLevel,
  default_branch_protection: String(group.defaultBranchProtection),
});

/** Returns the sent values, completed by the current ones. */
export function sentGroupSettings(fields: RawParams, held: GroupSettingsFields): GroupSettingsFields {
  const sent = TEXTS.filter((name) => name in fields).map((name) => [name, textIn(fields, name)] as const);
  return { ...held, ...Object.fromEntries(sent) };
}
