export type ComparisonOperator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le';
export type FilterValue = string | number | boolean | null;

export interface Comparison {
  readonly kind: 'comparison';
  /** In lower case, without the URN of the core schema. */
  readonly path: string;
  readonly operator: ComparisonOperator;
  readonly value: FilterValue;
}

/** A parsed filter of RFC 7644 3.4.2.2. */
export type ScimFilter =
  | Comparison
  | { readonly kind: 'presence'; readonly path: string }
  | { readonly kind: 'and' | 'or'; readonly left: ScimFilter; readonly right: ScimFilter }
  | { readonly kind: 'not'; readonly filter: ScimFilter }
  /** One element of the list must satisfy all of it. */
  | { readonly kind: 'element'; readonly path: string; readonly filter: ScimFilter };
