export type GitService = 'git-upload-pack' | 'git-receive-pack';

/** An address of git over HTTPS, as far as it can be parsed without look-ups (contract: git §5.1). */
export type GitAddress =
  | { readonly kind: 'advertisement' | 'upload' | 'receive'; readonly repository: string }
  /** `info/refs` without `.git`. */
  | { readonly kind: 'bare'; readonly path: string }
  /** A path below a repository that is not served. */
  | { readonly kind: 'unknown' };

const KINDS = {
  'info/refs': 'advertisement',
  'git-upload-pack': 'upload',
  'git-receive-pack': 'receive',
} as const;
/**
 * Paths with these first segments belong to other protocols; those below `-` and the files of a snippet belong to
 * pages, whatever the names in a repository are.
 */
const OTHERS = /^\/(?:api|v2)\/|\/-\/|\/snippets\/\d+\/raw\//;
const BELOW_GIT = /\.git\//i;
const BARE = /^\/(.+)\/info\/refs\/?$/;

/** Whether git over HTTPS handles this path. */
export const isGitPath = (path: string): boolean => !OTHERS.test(path) && (BELOW_GIT.test(path) || BARE.test(path));

/** Parses a path of git over HTTPS; `unknown` if it is not valid (contract: git §5.1). */
export function readAddress(path: string): GitAddress {
  const segments = path.split('/').slice(1).map(decoded);
  if (segments.some(isBad)) {
    return { kind: 'unknown' };
  }
  const end = segments.findIndex((segment) => segment?.toLowerCase().endsWith('.git'));
  if (end < 0) {
    return { kind: 'bare', path: path.replace(/\/info\/refs\/?$/, '') };
  }
  const repository = segments
    .slice(0, end + 1)
    .join('/')
    .slice(0, -'.git'.length);
  const rest = segments.slice(end + 1).join('/');
  return isServed(rest) && repository !== '' ? { kind: KINDS[rest], repository } : { kind: 'unknown' };
}

const isServed = (rest: string): rest is keyof typeof KINDS => Object.hasOwn(KINDS, rest);

/** Returns undefined for a malformed segment. */
function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** Contract: git §5.1: 404 before any look-up. */
const isBad = (segment: string | undefined): boolean =>
  segment === undefined ||
  segment === '' ||
  segment === '.' ||
  segment === '..' ||
  segment.startsWith('-') ||
  /[/\0]/.test(segment);

/** What the path of a repository may denote, in the order of look-up. */
export type RepositoryGuess =
  | { readonly kind: 'project'; readonly path: string }
  | { readonly kind: 'wiki'; readonly path: string }
  | { readonly kind: 'snippet'; readonly id: number; readonly projectPath: string | null };

const WIKI = '.wiki';
const SNIPPET = /^(?:(.+)\/)?snippets\/(\d{1,15})$/i;

/** The project comes first, because its name may look like a wiki or a snippet. */
export function guessesOf(repository: string): RepositoryGuess[] {
  const guesses: RepositoryGuess[] = [{ kind: 'project', path: repository }];
  if (repository.toLowerCase().endsWith(WIKI)) {
    guesses.push({ kind: 'wiki', path: repository.slice(0, -WIKI.length) });
  }
  const snippet = SNIPPET.exec(repository);
  if (snippet) {
    guesses.push({ kind: 'snippet', id: Number(snippet[2]), projectPath: snippet[1] ?? null });
  }
  return guesses;
}

/** Returns the last service of an `info/refs` query; undefined if it is missing or unknown (contract: git §5.1). */
export function serviceOf(query: URLSearchParams): GitService | undefined {
  const service = query.getAll('service').at(-1);
  return service === 'git-upload-pack' || service === 'git-receive-pack' ? service : undefined;
}
