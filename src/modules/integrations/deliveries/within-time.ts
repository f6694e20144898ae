import type { Call, Step } from '../kinds/step.js';
import { UNANSWERED } from '../records/step-log.js';
import type { StepLog } from '../records/step-log.js';
import { unanswered } from './step-outcome.js';
import type { StepOutcome } from './step-outcome.js';
import type { StepRun } from './step-runs.js';

type Send = StepRun['send'];

/** Limits the total sending time: a step that has no answer by then, or has not started, fails with a timeout. */
export function withinTime(send: Send, milliseconds: number): Send {
  let isOver = false;
  const over = new Promise<void>((resolve) => setTimeout(resolve, milliseconds).unref()).then(() => {
    isOver = true;
  });
  return (step, webhookId) =>
    isOver ? Promise.resolve(late(step)) : Promise.race([send(step, webhookId), over.then(() => late(step))]);
}

const late = ({ key, call }: Step): StepOutcome =>
  unanswered('retry', {
    key,
    ...transportOf(call),
    url: '',
    requestHeaders: {},
    requestBody: null,
    ...UNANSWERED,
    errorCode: 'timeout',
    error: 'No answer in the time of the whole test.',
  });

function transportOf(call: Call): Pick<StepLog, 'transport' | 'method'> {
  if ('http' in call) {
    return { transport: 'http', method: call.http.method };
  }
  return { transport: 'mail' in call ? 'mail' : 'tcp', method: null };
}
