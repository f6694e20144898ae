import type { PipelineVariable } from '../pipeline.js';

const SKIP_OPTION = 'ci.skip';
const VARIABLE = /^ci\.variable=(?<key>[A-Za-z0-9_]{1,255})=(?<value>.*)$/s;
const SKIP_WORDS = /\[(ci skip|skip ci)\]/i;

/** Whether the pipelines of a push should be skipped (contract: triggers §3, git §6). */
export const wantsSkip = (options: readonly string[], message: string): boolean =>
  options.includes(SKIP_OPTION) || SKIP_WORDS.test(message);

/** Reads `ci.variable=KEY=VALUE`; for a repeated key, the last one is used. */
export function variablesIn(options: readonly string[]): readonly PipelineVariable[] {
  const found = options.flatMap((option) => {
    const { key, value = '' } = VARIABLE.exec(option)?.groups ?? {};
    return key === undefined ? [] : [[key, value] as const];
  });
  return [...new Map(found)].map(([key, value]) => ({ key, value, type: 'env_var' }));
}
