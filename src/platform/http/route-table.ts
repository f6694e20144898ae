export interface RouteMatch<H> {
  readonly handler: H;
  /** The pattern as declared, for metrics and logs. */
  readonly pattern: string;
  /** Path parameters, still percent-encoded. */
  readonly params: Readonly<Record<string, string>>;
}

export type Lookup<H> =
  | { readonly kind: 'found'; readonly match: RouteMatch<H> }
  /** The path exists, but not with this verb; `allowed` are the verbs that it has. */
  | { readonly kind: 'other-verb'; readonly allowed: readonly string[] }
  | { readonly kind: 'unknown' };

interface Leaf<H> {
  readonly pattern: string;
  readonly names: readonly string[];
  readonly handlers: Map<string, H>;
  /** Whether `.json` may follow the last segment: always after a fixed word or an integer, never after free text. */
  readonly suffix: 'always' | 'after digits' | 'never';
}

interface Branch<H> {
  readonly words: Map<string, Branch<H>>;
  integer: Branch<H> | undefined;
  text: Branch<H> | undefined;
  leaf: Leaf<H> | undefined;
}

interface Found<H> {
  readonly leaf: Leaf<H>;
  readonly values: readonly string[];
}

interface OpenRoute<H> {
  readonly expression: RegExp;
  readonly leaf: Leaf<H>;
  /** Whether the pattern begins with a name that users choose. */
  readonly isFloating: boolean;
}

const INTEGER = /^\d+$/;
const VERB_ORDER = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const ANY = 'ALL';
const LAST_RESORT = /^\/\*\w+$/;

/**
 * Finds the route of a request target by its raw segments (contract: conventions §2): `%2F` stays inside a segment,
 * parameters called `*_id` take digits only, one trailing slash and a final `.json` are ignored. Patterns may contain
 * `*name`, which spans segments. Patterns that begin with such a parameter match only where no other pattern has the
 * first word; a pattern that consists of nothing else matches what no other pattern does.
 */
export class RouteTable<H> {
  private readonly root: Branch<H> = newBranch();
  private readonly open: OpenRoute<H>[] = [];
  private lastResort: Leaf<H> | undefined;
  /** Fixed first words of the patterns. */
  private readonly beginnings = new Set<string>();
  /** Accepted words by parameter name. */
  private readonly words = new Map<string, (value: string) => boolean>();
  /** Accepted texts by parameter name. */
  private readonly texts = new Map<string, (value: string) => boolean>();

  /** Makes the path unknown where the parameter is any other word and no route answers the verb. */
  limit(parameter: string, isKnown: (value: string) => boolean): void {
    this.words.set(parameter, isKnown);
  }

  /** Makes the path unknown, for every verb, where the parameter has any other text. */
  confine(parameter: string, admits: (value: string) => boolean): void {
    this.texts.set(parameter, admits);
  }

  add(verb: string, pattern: string, handler: H): void {
    const leaf = this.newLeaf(pattern);
    this.beginnings.add(pattern.split('/')[1] ?? '');
    if (leaf.handlers.has(verb)) {
      throw new Error(`Two routes answer ${verb} ${pattern}.`);
    }
    leaf.handlers.set(verb, handler);
  }

  lookup(verb: string, path: string): Lookup<H> {
    const found = this.find(path);
    if (!found || !areAmong(this.texts, found)) {
      return { kind: 'unknown' };
    }
    const { leaf, values } = found;
    const handler =
      leaf.handlers.get(verb) ?? (verb === 'HEAD' ? leaf.handlers.get('GET') : undefined) ?? leaf.handlers.get(ANY);
    if (handler === undefined) {
      const isUnknown = leaf === this.lastResort || !areAmong(this.words, found);
      return isUnknown ? { kind: 'unknown' } : { kind: 'other-verb', allowed: verbsOf(leaf) };
    }
    const params = Object.fromEntries(leaf.names.map((name, index) => [name, values[index] ?? '']));
    return { kind: 'found', match: { handler, pattern: leaf.pattern, params } };
  }

  /** Returns every declared verb and pattern. */
  routes(): { verb: string; pattern: string }[] {
    const last = this.lastResort ? [this.lastResort] : [];
    const leaves = [...leavesOf(this.root), ...this.open.map(({ leaf }) => leaf), ...last];
    return leaves.flatMap((leaf) => [...leaf.handlers.keys()].map((verb) => ({ verb, pattern: leaf.pattern })));
  }

  private find(path: string): Found<H> | undefined {
    const trimmed = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
    if (trimmed.endsWith('.json')) {
      const bare = this.findExactly(trimmed.slice(0, -'.json'.length));
      if (bare && this.mayEndInJson(bare.leaf, bare.values.at(-1) ?? '')) {
        return bare;
      }
    }
    return this.findExactly(trimmed);
  }

  /** A parameter with a closed list of words is not free text: each word counts as a fixed one. */
  private mayEndInJson({ suffix, pattern, names }: Leaf<H>, last: string): boolean {
    const name = names.at(-1) ?? '';
    const isKnownWord = pattern.endsWith(`/:${name}`) && this.words.get(name)?.(last) === true;
    return suffix === 'always' || (suffix === 'after digits' && INTEGER.test(last)) || isKnownWord;
  }

  private findExactly(path: string): Found<H> | undefined {
    const values: string[] = [];
    const leaf = findLeaf(this.root, path.split('/'), 1, values);
    return leaf ? { leaf, values } : (this.findOpen(path) ?? this.findLast(path));
  }

  private findLast(path: string): Found<H> | undefined {
    const rest = path.slice(1);
    return this.lastResort && this.isNamedByPeople(path) ? { leaf: this.lastResort, values: [rest] } : undefined;
  }

  private isNamedByPeople(path: string): boolean {
    const [, first = ''] = path.split('/', 2);
    return first !== '' && !this.beginnings.has(first);
  }

  private findOpen(path: string): Found<H> | undefined {
    const isNamed = this.isNamedByPeople(path);
    for (const { expression, leaf, isFloating } of this.open) {
      const match = isNamed || !isFloating ? expression.exec(path) : null;
      if (match) {
        return { leaf, values: match.slice(1) };
      }
    }
    return undefined;
  }

  private newLeaf(pattern: string): Leaf<H> {
    if (LAST_RESORT.test(pattern)) {
      this.lastResort ??= newLeaf(pattern);
      return this.lastResort;
    }
    return pattern.includes('*') ? this.openLeaf(pattern) : this.leafOf(pattern);
  }

  private leafOf(pattern: string): Leaf<H> {
    let branch = this.root;
    for (const segment of pattern.split('/').slice(1)) {
      branch = descend(branch, segment);
    }
    branch.leaf ??= newLeaf(pattern);
    return branch.leaf;
  }

  private openLeaf(pattern: string): Leaf<H> {
    const held = this.open.find(({ leaf }) => leaf.pattern === pattern);
    if (held) {
      return held.leaf;
    }
    const source = pattern
      .split('/')
      .map((segment, at, all) => sourceOf(segment, all[at + 1], at === 1))
      .join('/');
    const leaf = newLeaf<H>(pattern);
    this.open.push({ expression: new RegExp(`^${source}$`), leaf, isFloating: pattern.startsWith('/*') });
    this.open.sort((one, other) => fixedWords(other.leaf) - fixedWords(one.leaf)); // the most specific pattern first
    return leaf;
  }
}

/** Whether each parameter satisfies the rule for its name. */
const areAmong = (rules: ReadonlyMap<string, (value: string) => boolean>, { leaf, values }: Found<unknown>): boolean =>
  leaf.names.every((name, index) => rules.get(name)?.(values[index] ?? '') ?? true);

const newBranch = <H>(): Branch<H> => ({ words: new Map(), integer: undefined, text: undefined, leaf: undefined });
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const isParam = (segment: string): boolean => segment.startsWith(':') || segment.startsWith('*');
/** Users cannot name anything `-`, so the name before that word ends at its first occurrence. */
const BEFORE_DASH = '((?:(?!/-(?:/|$)).)*)';

function sourceOf(segment: string, next: string | undefined, isFirst: boolean): string {
  if (segment.startsWith('*')) {
    return next === '-' || (isFirst && next !== undefined) ? BEFORE_DASH : '(.*)';
  }
  if (isInteger(segment)) {
    return String.raw`(\d+)`;
  }
  return segment.startsWith(':') ? '([^/]+)' : escaped(segment);
}
const fixedWords = ({ pattern }: Leaf<unknown>): number => pattern.split('/').filter((word) => !isParam(word)).length;
const isInteger = (segment: string): boolean => segment.startsWith(':') && segment.endsWith('_id');

function newLeaf<H>(pattern: string): Leaf<H> {
  const segments = pattern.split('/').slice(1);
  const last = segments.at(-1) ?? '';
  return {
    pattern,
    names: segments.filter(isParam).map((segment) => segment.slice(1)),
    handlers: new Map(),
    suffix: !isParam(last) || isInteger(last) ? 'always' : last === ':id' ? 'after digits' : 'never',
  };
}

function descend<H>(branch: Branch<H>, segment: string): Branch<H> {
  if (isInteger(segment)) {
    branch.integer ??= newBranch();
    return branch.integer;
  }
  if (isParam(segment)) {
    branch.text ??= newBranch();
    return branch.text;
  }
  const child = branch.words.get(segment) ?? newBranch<H>();
  branch.words.set(segment, child);
  return child;
}

/**
 * Searches depth first: the fixed word, then an integer, then text. `values` holds the parameters of the current path.
 */
function findLeaf<H>(
  branch: Branch<H>,
  segments: readonly string[],
  at: number,
  values: string[],
): Leaf<H> | undefined {
  const segment = segments[at];
  if (segment === undefined) {
    return branch.leaf;
  }
  const word = branch.words.get(segment);
  const byWord = word && findLeaf(word, segments, at + 1, values);
  if (byWord || segment === '') {
    return byWord;
  }
  const ways = [INTEGER.test(segment) ? branch.integer : undefined, branch.text];
  for (const way of ways) {
    const depth = values.length;
    values.push(segment);
    const leaf = way && findLeaf(way, segments, at + 1, values);
    if (leaf) {
      return leaf;
    }
    values.length = depth;
  }
  return undefined;
}

function verbsOf<H>(leaf: Leaf<H>): string[] {
  const verbs = new Set(leaf.handlers.keys());
  if (verbs.has('GET')) {
    verbs.add('HEAD');
  }
  return VERB_ORDER.filter((verb) => verbs.has(verb));
}

function leavesOf<H>(branch: Branch<H>): Leaf<H>[] {
  const children = [...branch.words.values(), branch.integer, branch.text].filter((child) => child !== undefined);
  return [...(branch.leaf ? [branch.leaf] : []), ...children.flatMap(leavesOf)];
}
