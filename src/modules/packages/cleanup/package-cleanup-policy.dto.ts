import { DurationText } from '../../../common/params/duration-text.js';
import { NamePattern } from '../../../common/params/name-pattern.js';
import { Bool, Int, INT4_MAX, OneOf, Texts } from '../../../common/params/param.decorators.js';
import { PACKAGE_TYPES } from '../package-types.js';
import type { PackageType } from '../package-types.js';
import { CADENCES } from './cadence.js';
import type { Cadence } from './cadence.js';
import type { PackageCleanupPolicy } from './package-cleanup-policy.js';

/** Absent fields stay unchanged; null or an empty text clears a field (contract: packages §6.2). */
export class UpdatePackageCleanupPolicyInput {
  @Bool() enabled?: boolean;
  @OneOf(Object.keys(CADENCES)) cadence?: Cadence;
  @Int({ min: 1, max: INT4_MAX, nullable: true }) keep_n_versions?: number | null;
  @DurationText({ nullable: true, hasDefault: true }) older_than?: string | null;
  @NamePattern({ nullable: true }) name_regex_delete?: string | null;
  @NamePattern({ nullable: true }) name_regex_keep?: string | null;
  @Texts({ nullable: true, among: PACKAGE_TYPES }) package_types?: PackageType[] | null;

  /** Returns the policy with the sent fields applied. */
  changed(policy: PackageCleanupPolicy): PackageCleanupPolicy {
    return {
      ...policy,
      enabled: this.enabled ?? policy.enabled,
      cadence: this.cadence ?? policy.cadence,
      keepNVersions: sent(this.keep_n_versions, policy.keepNVersions),
      olderThan: sent(this.older_than, policy.olderThan),
      nameRegexDelete: unlessEmpty(sent(this.name_regex_delete, policy.nameRegexDelete)),
      nameRegexKeep: unlessEmpty(sent(this.name_regex_keep, policy.nameRegexKeep)),
      packageTypes: sent(this.package_types, policy.packageTypes) ?? [],
    };
  }
}

const sent = <T>(value: T | undefined, kept: T): T => (value === undefined ? kept : value);
/** Forms send an empty text to clear a pattern. */
const unlessEmpty = (pattern: string | null): string | null => (pattern === '' ? null : pattern);

export class RunPackageCleanupInput {
  @Bool() dry_run?: boolean;
}
