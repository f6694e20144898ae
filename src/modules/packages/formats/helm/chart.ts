import { CORE_SCHEMA, load } from 'js-yaml';
import semver from 'semver';
import { ArchiveError } from '../../archives/archive-error.js';
import { plainValue } from './plain-value.js';
import type { PlainValue } from './plain-value.js';

/** Content of a Chart.yaml: name and version, and all other fields. */
export interface Chart {
  readonly name: string;
  readonly version: string;
  readonly fields: Readonly<Record<string, PlainValue>>;
}

const NAME = /^(?!\.)[A-Za-z0-9._-]{1,250}$/;
const MAX_VERSION = 255;

/** Reads a Chart.yaml. Throws `ArchiveError` for an invalid one (contract: packages §5.8). */
export function readChart(bytes: Buffer): Chart {
  const fields = fieldsIn(bytes.toString('utf8'));
  const { name, version } = fields;
  if (typeof name !== 'string' || !NAME.test(name)) {
    throw new ArchiveError('The Chart.yaml has no valid name');
  }
  if (typeof version !== 'string' || !isVersion(version)) {
    throw new ArchiveError('The Chart.yaml has no valid version');
  }
  return { name, version, fields };
}

const isVersion = (version: string): boolean =>
  version.length <= MAX_VERSION && /^v?\d\S*$/.test(version) && semver.valid(version) !== null;

function fieldsIn(text: string): Chart['fields'] {
  const value = plainValue(parsed(text));
  if (typeof value !== 'object' || value === null || isList(value)) {
    throw new ArchiveError('The Chart.yaml is no mapping');
  }
  return value;
}

const isList = (value: PlainValue): value is readonly PlainValue[] => Array.isArray(value);

function parsed(text: string): unknown {
  try {
    return load(text, { schema: CORE_SCHEMA });
  } catch {
    throw new ArchiveError('The Chart.yaml is no well-formed YAML');
  }
}
