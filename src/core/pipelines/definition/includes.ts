import { badForm, DefinitionError, notSupported } from './definition-error.js';
import { isList, isMap, isText, merged } from './value.js';
import type { Value, ValueMap } from './value.js';
import { readYaml } from './yaml-file.js';

const MAX_FILES = 20;
const MAX_NESTING = 5;

/** The text of a file at the pipeline's commit; null when there is none. */
export type ReadFile = (path: string) => Promise<string | null>;

interface Inclusion {
  readonly readFile: ReadFile;
  files: number;
}

/** The file with what it includes below it: its own keys win (contract: triggers §5). */
export async function readWithIncludes(file: string, text: string, readFile: ReadFile): Promise<ValueMap> {
  return read(file, text, { readFile, files: 0 }, 0);
}

async function read(file: string, text: string, inclusion: Inclusion, nesting: number): Promise<ValueMap> {
  const own = new Map(readYaml(file, text));
  const paths = includedPaths(own.get('include'));
  own.delete('include');
  if (paths.length > 0 && nesting >= MAX_NESTING) {
    throw new DefinitionError(`include is nested more than ${MAX_NESTING} deep`);
  }
  let base: Value = new Map();
  for (const path of paths) {
    base = merged(base, await included(path, inclusion, nesting + 1));
  }
  const whole = merged(base, own);
  return isMap(whole) ? whole : own;
}

async function included(path: string, inclusion: Inclusion, nesting: number): Promise<ValueMap> {
  inclusion.files += 1;
  if (inclusion.files > MAX_FILES) {
    throw new DefinitionError(`include allows at most ${MAX_FILES} files`);
  }
  const text = await inclusion.readFile(path);
  if (text === null) {
    throw new DefinitionError(`Local file \`${path}\` does not exist!`);
  }
  return read(path, text, inclusion, nesting);
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
