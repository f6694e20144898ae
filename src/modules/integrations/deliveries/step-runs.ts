import type { Json, Step } from '../kinds/step.js';
import type { StepLog } from '../records/step-log.js';
import type { StepOutcome } from './step-outcome.js';

/** How the steps of an attempt ended. */
export interface StepsResult {
  readonly logs: readonly StepLog[];
  /** Outcomes of the steps that are not done. */
  readonly failures: readonly StepOutcome[];
  /** False if the attempt was abandoned between two steps. */
  readonly isWhole: boolean;
}

export interface StepRun {
  /** Extracted results of the steps that are done, by key. */
  readonly done: Readonly<Record<string, Json>>;
  readonly send: (step: Step, webhookId: string) => Promise<StepOutcome>;
  /** Stores that the step is done; for the last step this is stored when the delivery ends. */
  readonly keep: (key: string, extracted: Json) => Promise<void>;
  /** Whether the delivery should still be sent; checked before each step except the first. */
  readonly goesOn: () => Promise<boolean>;
}

/**
 * Runs the steps that are not done, each followed by the steps that result from its answer. A failed step ends only its
 * own continuation (contract: integrations §8.1).
 */
export async function runSteps(steps: readonly Step[], deliveryUuid: string, run: StepRun): Promise<StepsResult> {
  const logs: StepLog[] = [];
  const failures: StepOutcome[] = [];
  const hasSeveral = steps.length > 1 || steps.some(({ next }) => next !== undefined);
  const waiting = numbered(steps, hasSeveral ? `${deliveryUuid}.` : '', deliveryUuid);
  for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
    const { step, webhookId } = entry;
    const known = run.done[step.key];
    if (known === undefined && logs.length > 0 && !(await run.goesOn())) {
      return { logs, failures, isWhole: false };
    }
    const isLast = waiting.length === 0 && step.next === undefined && failures.length === 0;
    const extracted = known === undefined ? await made(entry, run, { logs, failures, isLast }) : known;
    if (extracted !== undefined) {
      waiting.unshift(...numbered(step.next?.(extracted) ?? [], `${webhookId}.`, webhookId));
    }
  }
  return { logs, failures, isWhole: true };
}

interface NumberedStep {
  readonly step: Step;
  readonly webhookId: string;
}

/** A step has the same id in every attempt, because the id is derived from its position in the plan. */
const numbered = (steps: readonly Step[], prefix: string, alone: string): NumberedStep[] =>
  steps.map((step, index) => ({ step, webhookId: prefix === '' ? alone : `${prefix}${index + 1}` }));

/** Runs a step and returns what its continuation needs; undefined if the step failed. */
async function made(
  { step, webhookId }: NumberedStep,
  { send, keep }: StepRun,
  { logs, failures, isLast }: { readonly logs: StepLog[]; readonly failures: StepOutcome[]; readonly isLast: boolean },
): Promise<Json | undefined> {
  const outcome = await send(step, webhookId);
  logs.push(outcome.log);
  if (outcome.class !== 'done') {
    failures.push(outcome);
    return undefined;
  }
  const extracted = step.extract?.(outcome.response) ?? null;
  if (!isLast) {
    await keep(step.key, extracted);
  }
  return extracted;
}
