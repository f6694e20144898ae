import { withValues } from '../variables/references.js';
import { MAX_VARIABLE_BYTES } from '../variables/variable-form.js';

/** A variable as a job receives it (contract: triggers §9, §11). */
export interface JobVariable {
  readonly key: string;
  readonly value: string;
  readonly public: boolean;
  readonly masked: boolean;
  readonly file: boolean;
  readonly raw: boolean;
}

/** Removes duplicate keys: the last one wins. */
export const winning = (variables: readonly JobVariable[]): readonly JobVariable[] => [
  ...new Map(variables.map((variable) => [variable.key, variable])).values(),
];

/** Maximum total size of a job's variables (contract: triggers §5). */
const MAX_TOGETHER_BYTES = 1_048_576;

/** The job cannot run because its variables are too large (contract: triggers §5). */
export class VariablesTooLarge extends Error {
  constructor() {
    super('job variables are too large');
  }
}

/**
 * Replaces `$NAME` and `${NAME}` by the values of other variables, once; unknown names and raw values are left as
 * written (contract: triggers §11). Throws {@link VariablesTooLarge}; `uncounted` is not counted, because it has its
 * own limit.
 */
export function expanded(variables: readonly JobVariable[], uncounted?: string): readonly JobVariable[] {
  const values = new Map(variables.map(({ key, value }) => [key, value]));
  let bytes = 0;
  return variables.map((variable) => {
    const value = variable.raw ? variable.value : expand(variable.value, values);
    bytes += variable.key === uncounted ? 0 : Buffer.byteLength(value);
    if (bytes > MAX_TOGETHER_BYTES) {
      throw new VariablesTooLarge();
    }
    return { ...variable, value };
  });
}

/** Stops at the limit, so that it costs no more than the text and the limit together. */
function expand(text: string, values: ReadonlyMap<string, string>): string {
  const pieces: string[] = [];
  let bytes = 0;
  for (const piece of withValues(text, (name) => values.get(name))) {
    pieces.push(piece);
    bytes += Buffer.byteLength(piece);
    if (bytes > MAX_VARIABLE_BYTES) {
      throw new VariablesTooLarge();
    }
  }
  return pieces.join('');
}
