import { invalidField, IS_BLANK, IS_INVALID, notGiven } from '../../../common/errors/catalogue.js';
import { DurationText } from '../../../common/params/duration-text.js';
import { Bool, Int, Text } from '../../../common/params/param.decorators.js';
import { parseHumanDuration } from '../../../common/time/duration.js';
import { NamePattern } from '../../../common/params/name-pattern.js';
import type { ChecksParts } from '../../../common/params/read-input.js';
import type { ValidationErrors } from '../../../common/params/validation-errors.js';
import type { CleanupRules } from './cleanup-rules.js';

const PLAN = 'plan_id';
const PATTERN = 'name_regex_delete';
const BLANK = /^\s*$/;

/** Contract: registry §4, §9.1. */
export class DeleteTagsInput implements ChecksParts {
  @NamePattern({ blank: false }) name_regex_delete?: string;
  /**
   * A separate parameter instead of an alias: an invalid pattern is rejected even if the newer name takes precedence.
   */
  @NamePattern() name_regex?: string;
  @NamePattern() name_regex_keep?: string;
  @Int({ min: 0 }) keep_n?: number;
  @DurationText() older_than?: string;
  @Bool() dry_run?: boolean;
  @Text({ description: 'A plan that a dry run made; then no filter is given.' }) plan_id?: string;

  checkParts(errors: ValidationErrors): void {
    if (this.name_regex_delete !== undefined || this.plan_id !== undefined) {
      return;
    }
    if (this.name_regex === undefined) {
      errors.lacks(PATTERN);
      return;
    }
    errors.about(PATTERN, BLANK.test(this.name_regex) ? IS_BLANK : undefined);
  }
}

/** What a bulk delete is based on: rules, or an existing plan. */
export type CleanupOrder = { readonly rules: CleanupRules; readonly dryRun: boolean } | { readonly planId: string };

/** Throws 400 for a plan combined with any parameter that would create another one. */
export function cleanupOrder(input: DeleteTagsInput): CleanupOrder {
  const { plan_id: planId, dry_run: dryRun = false } = input;
  const deletePattern = input.name_regex_delete ?? input.name_regex;
  if (planId !== undefined && (dryRun || FILTERS.some((name) => input[name] !== undefined))) {
    throw invalidField(PLAN, IS_INVALID);
  }
  if (planId !== undefined) {
    return { planId };
  }
  if (deletePattern === undefined) {
    throw notGiven(PATTERN);
  }
  const rules = {
    deletePattern,
    keepPattern: input.name_regex_keep ?? null,
    keepNewest: input.keep_n ?? null,
    olderThan: input.older_than === undefined ? null : parseHumanDuration(input.older_than),
  };
  return { rules, dryRun };
}

const FILTERS = [PATTERN, 'name_regex', 'name_regex_keep', 'keep_n', 'older_than'] as const;
