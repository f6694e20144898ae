import { IS_INVALID } from '../../common/errors/catalogue.js';
import { Int, Text, Texts, Time } from '../../common/params/param.decorators.js';
import { isAhead } from '../../common/time/in-future.js';
import type { TriggerChanges } from './trigger.js';
import { VARIABLE_NAME } from '../pipelines/variables/variable-form.js';

const MAX_KEPT_SECONDS = 604_800;
const MAX_ENTRIES = 200;
const MAX_ENTRY = 255;

const checkEntries = (isFit: (entry: string) => boolean) => (entries: readonly string[]) =>
  entries.length <= MAX_ENTRIES && entries.every(isFit) ? undefined : IS_INVALID;
const isRef = (entry: string): boolean => entry.length >= 1 && entry.length <= MAX_ENTRY;

class TriggerLimits {
  @Texts({ nullable: true, check: checkEntries(isRef) }) allowed_refs?: string[] | null;
  @Texts({ nullable: true, check: checkEntries((entry) => VARIABLE_NAME.test(entry)) }) allowed_variables?:
    string[] | null;
}

/** Contract: triggers §1, §16. */
export class CreateTriggerInput extends TriggerLimits {
  @Time({ nullable: true, check: isAhead }) expires_at?: Date | null;
  @Text({ required: true }) description: string;
}

export class UpdateTriggerInput extends TriggerLimits {
  @Time({ nullable: true, emptyClears: true, check: isAhead }) expires_at?: Date | null;
  @Text({ blank: false }) description?: string;
}

export class RotateTriggerInput {
  @Int({ min: 0, max: MAX_KEPT_SECONDS }) keep_old_for?: number;
  @Time({ nullable: true, check: isAhead }) expires_at?: Date | null;
}

/** Only contains the fields that were sent. */
export function triggerChanges(input: UpdateTriggerInput): TriggerChanges {
  const { description, expires_at: expiresAt, allowed_refs: allowedRefs, allowed_variables: allowedVariables } = input;
  const changes = { description, expiresAt, allowedRefs, allowedVariables };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
