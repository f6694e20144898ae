import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable, record } from '../../../common/wire/wire-types.js';
import type { DuplicateRules } from './duplicate-types.js';

const Allowed = nullable(Type.Boolean());
const Exception = nullable(Type.String());

/** Contract: packages §6.3. */
export const PackageSettingsSchema = record('PackageSettings', {
  maven_duplicates_allowed: Allowed,
  maven_duplicate_exception_regex: Exception,
  generic_duplicates_allowed: Allowed,
  generic_duplicate_exception_regex: Exception,
  nuget_duplicates_allowed: Allowed,
  nuget_duplicate_exception_regex: Exception,
});

export type PackageSettingsView = Static<typeof PackageSettingsSchema>;

export const presentPackageSettings = ({ maven, generic, nuget }: DuplicateRules): PackageSettingsView => ({
  maven_duplicates_allowed: maven.duplicatesAllowed,
  maven_duplicate_exception_regex: maven.duplicateException,
  generic_duplicates_allowed: generic.duplicatesAllowed,
  generic_duplicate_exception_regex: generic.duplicateException,
  nuget_duplicates_allowed: nuget.duplicatesAllowed,
  nuget_duplicate_exception_regex: nuget.duplicateException,
});
