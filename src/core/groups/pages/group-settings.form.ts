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

/** The form, named as REST names its fields. */
export type GroupSettingsFields = Readonly<Record<(typeof TEXTS)[number], string>>;

/** What there is. */
export const groupSettingsOf = (group: Group): GroupSettingsFields => ({
  name: group.name,
  path: group.path,
  description: group.description ?? '',
  visibility: group.visibility,
  project_creation_level: group.projectCreationLevel,
  subgroup_creation_level: group.subgroupCreationLevel,
  default_branch_protection: String(group.defaultBranchProtection),
});

/** What was sent, on top of what there is. */
export function sentGroupSettings(fields: RawParams, held: GroupSettingsFields): GroupSettingsFields {
  const sent = TEXTS.filter((name) => name in fields).map((name) => [name, textIn(fields, name)] as const);
  return { ...held, ...Object.fromEntries(sent) };
}
