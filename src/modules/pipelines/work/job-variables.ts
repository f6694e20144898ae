import { MAX_VARIABLE_BYTES } from '../variables/variable-form.js';

/** A variable as a job gets it (contract: triggers §9, §11). */
export interface JobVariable {
  readonly key: string;
  readonly value: string;
  readonly public: boolean;
  readonly masked: boolean;
  readonly file: boolean;
  readonly raw: boolean;
}

const REFERENCE = /\$(?:\{(?<braced>[A-Za-z0-9_]+)\}|(?<plain>[A-Za-z0-9_]+))/g;

/** Each key once: of several the last one wins. */
export const winning = (variables: readonly JobVariable[]): readonly JobVariable[] => [
  ...new Map(variables.map((variable) => [variable.key, variable])).values(),
];

/** Of all variables of a job (contract: triggers §5). */
const MAX_TOGETHER_BYTES = 1_048_576;

/** The job cannot run (contract: triggers §5). */
export class VariablesTooLarge extends Error {
  constructor() {
    super('job variables are too large');
  }
}

/**
 * `$NAME` and `${NAME}` become the values of other variables, once; names that nobody set stay as they are written, and
 * raw values as they are (contract: triggers §11). Throws {@link VariablesTooLarge}; `uncounted` has limits of its own.
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
  let at = 0;
  const add = (piece: string): void => {
    pieces.push(piece);
    bytes += Buffer.byteLength(piece);
    if (bytes > MAX_VARIABLE_BYTES) {
      throw new VariablesTooLarge();
    }
  };
  for (const { 0: written, 1: braced, 2: plain, index } of text.matchAll(REFERENCE)) {
    add(text.slice(at, index));
    add(values.get(braced ?? plain ?? '') ?? written);
    at = index + written.length;
  }
  add(text.slice(at));
  return pieces.join('');
}
