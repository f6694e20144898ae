import { NamePattern } from '../../../common/params/name-pattern.js';
import { Bool } from '../../../common/params/param.decorators.js';
import { DUPLICATE_TYPES } from './duplicate-types.js';
import type { DuplicateRule, DuplicateType } from './duplicate-types.js';

/** Absent fields stay unchanged; null inherits again (contract: packages §6.3). */
export class UpdatePackageSettingsInput {
  @Bool({ nullable: true }) maven_duplicates_allowed?: boolean | null;
  @NamePattern({ nullable: true }) maven_duplicate_exception_regex?: string | null;
  @Bool({ nullable: true }) generic_duplicates_allowed?: boolean | null;
  @NamePattern({ nullable: true }) generic_duplicate_exception_regex?: string | null;
  @Bool({ nullable: true }) nuget_duplicates_allowed?: boolean | null;
  @NamePattern({ nullable: true }) nuget_duplicate_exception_regex?: string | null;

  /** Returns the formats for which something was sent, with the sent parts. */
  toChanges(): readonly (readonly [DuplicateType, Partial<DuplicateRule>])[] {
    return DUPLICATE_TYPES.map((type) => [type, this.changesOf(type)] as const).filter(
      ([, changes]) => Object.keys(changes).length > 0,
    );
  }

  /** Forms send an empty text to clear a pattern. */
  private changesOf(type: DuplicateType): Partial<DuplicateRule> {
    const allowed = this[`${type}_duplicates_allowed`];
    const exception = this[`${type}_duplicate_exception_regex`];
    return {
      ...(allowed === undefined ? {} : { duplicatesAllowed: allowed }),
      ...(exception === undefined ? {} : { duplicateException: exception === '' ? null : exception }),
    };
  }
}
