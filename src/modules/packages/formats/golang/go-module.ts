/** A module of a project's repository. */
export interface GoModule {
  /** Import path. */
  readonly path: string;
  /** The folder that prefixes its tags; empty for the whole repository. */
  readonly folder: string;
  /** The number after the last `/v`; null for versions 0 and 1, which have none. */
  readonly major: number | null;
}

export type GoFileKind = 'info' | 'mod' | 'zip';

/** What a module client requests: the list of versions, or a file of one version (contract: packages §5.10). */
export interface GoRequest {
  readonly modulePath: string;
  readonly wanted: { readonly kind: 'list' } | { readonly kind: GoFileKind; readonly version: string };
}

const REQUEST = /^(.+)\/@v\/(?:list|([^/]+)\.(info|mod|zip))$/;
const KINDS: ReadonlyMap<string, GoFileKind> = new Map((['info', 'mod', 'zip'] as const).map((kind) => [kind, kind]));
const SEGMENT = /^(?!\.)[A-Za-z0-9._~-]{1,255}(?<!\.)$/;
const MAJOR = /^v([2-9]|[1-9]\d{1,8})$/;
const LONGEST = 1024;
const MODULE_LINE = /^module(?=[\s("`])/;
/** Number of characters of a `go.mod` that are searched for the `module` line. */
const LOOKED_AT = 256 * 1024;

/** Null for a path that is not part of the protocol. */
export function readGoRequest(path: string): GoRequest | null {
  const [, escapedModule = '', escapedVersion, suffix = ''] = REQUEST.exec(path) ?? [];
  const modulePath = unescaped(escapedModule);
  if (modulePath === null || !isModulePath(modulePath)) {
    return null;
  }
  const kind = KINDS.get(suffix);
  if (!kind || escapedVersion === undefined) {
    return { modulePath, wanted: { kind: 'list' } };
  }
  const version = unescaped(escapedVersion);
  return version === null ? null : { modulePath, wanted: { kind, version } };
}

/** Null for a module that does not belong to the repository with the root module `root`. */
export function moduleIn(root: string, path: string): GoModule | null {
  if (path !== root && !path.startsWith(`${root}/`)) {
    return null;
  }
  const segments = path
    .slice(root.length + 1)
    .split('/')
    .filter((segment) => segment !== '');
  const major = MAJOR.exec(segments.at(-1) ?? '')?.[1];
  const folder = (major === undefined ? segments : segments.slice(0, -1)).join('/');
  return { path, folder, major: major === undefined ? null : Number(major) };
}

/** The folder and version that a tag names. */
export function readTag(tag: string): { readonly folder: string; readonly version: string } {
  const at = tag.lastIndexOf('/');
  return { folder: tag.slice(0, Math.max(0, at)), version: tag.slice(at + 1) };
}

/** The prefix of tags in the module's folder. */
export const tagPrefixOf = ({ folder }: GoModule): string => (folder === '' ? '' : `${folder}/`);

/** Returns the module path in a `go.mod`, which may be in a block; null if there is none near its beginning. */
export function moduleLineIn(goMod: string): string | null {
  const lines = codeLines(goMod.slice(0, LOOKED_AT));
  for (const line of lines) {
    if (MODULE_LINE.test(line)) {
      const rest = line.slice('module'.length).trim();
      const name = rest === '(' ? firstOf(lines) : rest.split(/\s/, 1)[0];
      return name === undefined || name === '' ? null : name.replace(/^(["`])(.*)\1$/, '$2');
    }
  }
  return null;
}

/**
 * Yields lines without their comments one by one, because the file may be large and the `module` line is near its
 * beginning.
 */
function* codeLines(text: string): Generator<string, undefined> {
  for (let at = 0, end = 0; end !== -1; at = end + 1) {
    end = text.indexOf('\n', at);
    const line = (end === -1 ? text.slice(at) : text.slice(at, end)).split('//', 1)[0]?.trim() ?? '';
    if (line !== '') {
      yield line;
    }
  }
}

function firstOf(lines: Iterator<string, undefined>): string | undefined {
  return lines.next().value;
}

const isModulePath = (path: string): boolean =>
  path.length <= LONGEST && path.split('/').every((segment) => SEGMENT.test(segment));

/** Decodes `!` and a lower-case letter to upper case; returns null for text that is not escaped in this way. */
function unescaped(text: string): string | null {
  return /[A-Z]|!(?![a-z])/.test(text) ? null : text.replace(/!([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
