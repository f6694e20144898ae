import { badForm, DefinitionError, notSupported } from './definition-error.js';
import type { Merging } from './merging.js';
import { isList, isMap, isText } from './value.js';
import type { Value, ValueMap } from './value.js';
import { MAX_EXPANDED_BYTES } from './weight.js';
import { readYaml } from './yaml-file.js';

const MAX_FILES = 20;
const MAX_NESTING = 5;
export const MAX_FILE_BYTES = 1_048_576;

/** Content of a path at the pipeline's commit. */
export type DefinitionFile = { readonly text: string } | 'missing' | 'too large';
export type DefinitionFiles = ReadonlyMap<string, DefinitionFile>;

/** Reads a file with all files that it includes (contract: triggers §5). */
export class Includes {
  /** Files that are needed but were not given; while there are any, the result is incomplete. */
  readonly wanted = new Set<string>();
  private inclusions = 0;
  private readonly read = new Map<string, ValueMap>();
  private bytes = 0;

  constructor(
    private readonly files: DefinitionFiles,
    private readonly merging: Merging,
  ) {}

  /** Returns the file merged on top of the files that it includes: its own keys win. */
  whole(path: string, nesting = 0): ValueMap {
    const own = new Map(this.own(path));
    const paths = includedPaths(own.get('include'));
    own.delete('include');
    if (paths.length > 0 && nesting >= MAX_NESTING) {
      throw new DefinitionError(`include is nested more than ${MAX_NESTING} deep`);
    }
    this.inclusions += paths.length;
    if (this.inclusions > MAX_FILES) {
      throw new DefinitionError(`include allows at most ${MAX_FILES} files`);
    }
    const base = paths.reduce<ValueMap>(
      (below, included) => this.merging.maps(below, this.whole(included, nesting + 1)),
      new Map(),
    );
    return this.merging.maps(base, own);
  }

  private own(path: string): ValueMap {
    const known = this.read.get(path);
    if (known) {
      return known;
    }
    const file = this.files.get(path);
    if (file === undefined) {
      this.wanted.add(path);
      return new Map();
    }
    const map = readYaml(path, this.textOf(path, file));
    this.read.set(path, map);
    return map;
  }

  private textOf(path: string, file: DefinitionFile): string {
    if (file === 'missing') {
      throw new DefinitionError(`Local file \`${path}\` does not exist!`);
    }
    const bytes = file === 'too large' ? Infinity : Buffer.byteLength(file.text);
    if (file === 'too large' || bytes > MAX_FILE_BYTES) {
      throw new DefinitionError(`(${path}): the file is larger than 1 MiB`);
    }
    this.bytes += bytes;
    if (this.bytes > MAX_EXPANDED_BYTES) {
      throw new DefinitionError('the definition and what it includes are larger than 8 MiB');
    }
    return file.text;
  }
}

function includedPaths(include: Value | undefined): string[] {
  if (include === undefined || include === null) {
    return [];
  }
  return (isList(include) ? include : [include]).map(pathOf);
}

function pathOf(entry: Value): string {
  const local = isMap(entry) ? localOf(entry) : entry;
  if (!isText(local)) {
    throw badForm('include', 'a string or a hash with local');
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(local)) {
    throw notSupported('include:remote');
  }
  return local.replace(/^\/+/, '');
}

function localOf(entry: ValueMap): Value {
  const other = [...entry.keys()].find((key) => key !== 'local');
  if (other !== undefined) {
    throw notSupported(`include:${other}`);
  }
  return entry.get('local') ?? null;
}
