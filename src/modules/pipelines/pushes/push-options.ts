import type { PipelineVariable } from '../pipeline.js';

const SKIP_OPTION = 'ci.skip';
const VARIABLE = /^ci\.variable=(?<key>[A-Za-z0-9_]{1,255})=(?<value>.*)$/s;
const SKIP_WORDS = /\[(ci skip|skip ci)\]/i;

/** Whether a push wants its pipelines skipped (contract: triggers §3, git §6). */
export const wantsSkip = (options: readonly string[], message: string): boolean =>
  options.includes(SKIP_OPTION) || SKIP_WORDS.test(message);

/** Reads `ci.variable=KEY=VALUE`; of a repeated key the last one counts. */
export function variablesIn(options: readonly string[]): readonly PipelineVariable[] {
  const found = options.flatMap((option) => {
    const { key, value = '' } = VARIABLE.exec(option)?.groups ?? {};
    return key === undefined ? [] : [[key, value] as const];
  });
  return [...new Map(found)].map(([key, value]) => ({ key, value, type: 'env_var' }));
}
