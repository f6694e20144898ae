import { invalidField, IS_INVALID, notGiven } from '../../../common/errors/catalogue.js';
import { DurationText } from '../../../common/params/duration-text.js';
import { Bool, Int, Text } from '../../../common/params/param.decorators.js';
import { parseHumanDuration } from '../../../common/time/duration.js';
import { NamePattern } from '../../../common/params/name-pattern.js';
import type { CleanupRules } from './cleanup-rules.js';

const PLAN = 'plan_id';

/** Contract: registry §4, §9.1. */
export class DeleteTagsInput {
  @NamePattern({ requiredUnless: PLAN, blank: false, aliases: ['name_regex'] }) name_regex_delete?: string;
  @NamePattern() name_regex_keep?: string;
  @Int({ min: 0 }) keep_n?: number;
  @DurationText() older_than?: string;
  @Bool() dry_run?: boolean;
  @Text({ description: 'A plan that a dry run made; then no filter is given.' }) plan_id?: string;
}

/** What a bulk delete goes by: rules, or a plan that was made before. */
export type CleanupOrder = { readonly rules: CleanupRules; readonly dryRun: boolean } | { readonly planId: string };

/** Throws 400 for a plan beside anything that would make another one. */
export function cleanupOrder(input: DeleteTagsInput): CleanupOrder {
  const { name_regex_delete: deletePattern, plan_id: planId, dry_run: dryRun = false } = input;
  if (planId !== undefined && (dryRun || FILTERS.some((name) => input[name] !== undefined))) {
    throw invalidField(PLAN, IS_INVALID);
  }
  if (planId !== undefined) {
    return { planId };
  }
  if (deletePattern === undefined) {
    throw notGiven('name_regex_delete');
  }
  const rules = {
    deletePattern,
    keepPattern: input.name_regex_keep ?? null,
    keepNewest: input.keep_n ?? null,
    olderThan: input.older_than === undefined ? null : parseHumanDuration(input.older_than),
  };
  return { rules, dryRun };
}

const FILTERS = ['name_regex_delete', 'name_regex_keep', 'keep_n', 'older_than'] as const;
