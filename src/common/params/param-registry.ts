import type { ListForms } from './form-encoding.js';

export interface DeclaredParam {
  readonly name: string;
  readonly required: boolean;
  readonly requiredUnless: string | undefined;
  readonly aliases: readonly string[];
  readonly nullable: boolean;
  readonly onlyFromAdmins: boolean;
  readonly emptyIsAbsent: boolean;
  readonly emptyClears: boolean;
  /** True for always; otherwise only together with these parameters. */
  readonly blankIsAbsent: true | { readonly beside: readonly string[] } | undefined;
  /** Whether it is a list with a comma-separated text form. */
  readonly isCommaList: boolean;
  /** Words accepted only together with `pagination=keyset`. */
  readonly keysetWords: readonly string[];
  readonly schema: Readonly<Record<string, unknown>>;
}

interface InputRules {
  /** Groups of names of which at least one must be given (contract: core §2). */
  readonly oneOf: string[][];
}

// eslint-disable-next-line @typescript-eslint/no-unsafe-function-type -- decorators see constructors as Function
type Constructor = Function;

const params = new WeakMap<Constructor, DeclaredParam[]>();
const rules = new WeakMap<Constructor, InputRules>();

/** Registers a parameter of an input class; called by the parameter decorators. */
export function declareParam(input: Constructor, param: DeclaredParam): void {
  params.set(input, [...(params.get(input) ?? []), param]);
}

/**
 * Requires at least one of these parameters; otherwise 400 `"a, b" not given`, reported at the position of the first
 * (contract: core §2).
 */
export function AtLeastOne(...names: string[]): ClassDecorator {
  return (input) => {
    rules.set(input, { oneOf: [...(rules.get(input)?.oneOf ?? []), names] });
  };
}

/**
 * Returns the parameters of an input class and its ancestors, in declared order; a redeclared one has the later form.
 */
export function declaredParams(input: Constructor): readonly DeclaredParam[] {
  const chain = lineage(input);
  const all = chain.flatMap((ancestor) => params.get(ancestor) ?? []);
  const byName = new Map(all.map((param) => [param.name, param]));
  return [...byName.values()];
}

/** Returns the lists of an input class by name. */
export function listsOf(input: Constructor): ListForms {
  const lists = declaredParams(input).filter(({ schema }) => schema.type === 'array');
  return new Map(
    lists.flatMap(({ name, aliases, isCommaList }) =>
      [name, ...aliases].map((one) => [one, isCommaList ? 'commas' : 'values']),
    ),
  );
}

/** Returns the groups of names of which at least one is required, those of inherited classes first. */
export function requiredGroups(input: Constructor): readonly (readonly string[])[] {
  return lineage(input).flatMap((ancestor) => rules.get(ancestor)?.oneOf ?? []);
}

function lineage(input: Constructor): Constructor[] {
  const parent: unknown = Object.getPrototypeOf(input);
  return typeof parent === 'function' && parent !== Function.prototype ? [...lineage(parent), input] : [input];
}
