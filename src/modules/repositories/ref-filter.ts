import { inTurns } from '../../common/concurrency/in-turns.js';
import { compilePattern } from '../../common/text/pattern.js';

export interface RefFilter {
  /** Part of the name; `^x` matches the beginning, `x$` the end. */
  readonly search?: string | undefined;
  readonly regex?: string | undefined;
}

/**
 * Returns the refs whose names match (contract: git §3.1, §3.2); the search ignores case. A pattern may take a
 * millisecond per name, so other requests are served in between.
 */
export async function filterNames<T extends { readonly name: string }>(
  refs: readonly T[],
  { search, regex }: RefFilter,
): Promise<readonly T[]> {
  const bySearch = search === undefined || search === '' ? null : searching(folded(search));
  const compiled = regex === undefined || regex === '' ? null : compilePattern(regex);
  const byPattern = compiled?.ok === true ? compiled.pattern : null;
  if (!bySearch && !byPattern) {
    return refs;
  }
  const passed: T[] = [];
  await inTurns(refs, (ref) => {
    if ((bySearch?.(folded(ref.name)) ?? true) && (byPattern?.isIn(ref.name) ?? true)) {
      passed.push(ref);
    }
  });
  return passed;
}

/** Lower-cases text and replaces final sigmas, because whether a sigma is final depends on the following character. */
const folded = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

function searching(term: string): (name: string) => boolean {
  const [begins, ends] = [term.startsWith('^'), term.endsWith('$')];
  const bare = term.slice(begins ? 1 : 0, ends ? -1 : undefined);
  if (begins && ends) {
    return (name) => name === bare;
  }
  if (begins) {
    return (name) => name.startsWith(bare);
  }
  return ends ? (name) => name.endsWith(bare) : (name) => name.includes(bare);
}
