import type { VariableType } from '../pipeline.js';

/** Shorter ones would be cut out of innocent words. */
const LEAST_MASKED = 8;

/** Where variables are kept for pipelines to come: a project, a group, or the whole instance. */
export type VariableOwner = { readonly projectId: number } | { readonly groupId: number } | 'instance';

/** What is said of a variable, beside its key. */
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

/** Whether a value can be cut from logs without cutting other text (contract: triggers §11). */
export const isMaskable = (value: string): boolean => Array.from(value).length >= LEAST_MASKED && !/\s/.test(value);
