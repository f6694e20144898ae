export type GitService = 'git-upload-pack' | 'git-receive-pack';

/** An address of git over HTTPS, as far as it can be read without looking anything up (contract: git §5.1). */
export type GitAddress =
  | { readonly kind: 'advertisement' | 'upload' | 'receive'; readonly repository: string }
  /** `info/refs` without `.git`. */
  | { readonly kind: 'bare'; readonly path: string }
  /** Something below a repository that is not served. */
  | { readonly kind: 'unknown' };

const KINDS = {
  'info/refs': 'advertisement',
  'git-upload-pack': 'upload',
  'git-receive-pack': 'receive',
} as const;
/**
 * Paths below these first segments belong to other protocols; those below `-` and the files of a snippet to pages, whatever
 * names a repository holds.
 */
const OTHERS = /^\/(?:api|v2)\/|\/-\/|\/snippets\/\d+\/raw\//;
const BELOW_GIT = /\.git\//i;
const BARE = /^\/(.+)\/info\/refs\/?$/;

/** Whether git over HTTPS answers this path. */
export const isGitPath = (path: string): boolean => !OTHERS.test(path) && (BELOW_GIT.test(path) || BARE.test(path));

/** What a path of git over HTTPS is about; `unknown` where it can be none (contract: git §5.1). */
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

/** Undefined for what is no text. */
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

/** Where a repository's path may lead, in the order in which it is tried. */
export type RepositoryGuess =
  | { readonly kind: 'project'; readonly path: string }
  | { readonly kind: 'wiki'; readonly path: string }
  | { readonly kind: 'snippet'; readonly id: number; readonly projectPath: string | null };

const WIKI = '.wiki';
const SNIPPET = /^(?:(.+)\/)?snippets\/(\d{1,15})$/i;

/** A project may have a name that looks like a wiki or a snippet; it comes first. */
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

/** The service of an `info/refs` query, its last one; undefined when it is missing or another (contract: git §5.1). */
export function serviceOf(query: URLSearchParams): GitService | undefined {
  const service = query.getAll('service').at(-1);
  return service === 'git-upload-pack' || service === 'git-receive-pack' ? service : undefined;
}
