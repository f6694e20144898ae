import type { VariableType } from '../pipeline.js';

/** Shorter values would also be masked inside ordinary words. */
const LEAST_MASKED = 8;

/** The owner of stored variables: a project, a group, or the whole instance. */
export type VariableOwner = { readonly projectId: number } | { readonly groupId: number } | 'instance';

/** Fields of a variable except its key. */
export interface CiVariableFields {
  readonly value: string;
  readonly type: VariableType;
  readonly isProtected: boolean;
  readonly isMasked: boolean;
  readonly isRaw: boolean;
  readonly environmentScope: string;
  readonly description: string | null;
}

/** A variable of a project, group or instance (contract: triggers §11). */
export interface CiVariable extends CiVariableFields {
  readonly id: number;
  readonly key: string;
  readonly updatedAt: string;
}

/** Whether a value can be masked in logs without masking other text (contract: triggers §11). */
export const isMaskable = (value: string): boolean => Array.from(value).length >= LEAST_MASKED && !/\s/.test(value);
