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

/**
 * `$NAME` and `${NAME}` become the values of other variables, once; names that nobody set stay as they are written, and
 * raw values as they are (contract: triggers §11).
 */
export function expanded(variables: readonly JobVariable[]): readonly JobVariable[] {
  const values = new Map(variables.map(({ key, value }) => [key, value]));
  return variables.map((variable) =>
    variable.raw ? variable : { ...variable, value: expand(variable.value, values) },
  );
}

const expand = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replace(
    REFERENCE,
    (written, braced: string | undefined, plain: string | undefined) => values.get(braced ?? plain ?? '') ?? written,
  );
