import { createHash } from 'node:crypto';
import { toJsonObject } from '../../../common/params/json-object.js';

/** The forms in which runner programs expect images, artifacts and caches of a definition (contract: triggers §9). */

type Fields = Readonly<Record<string, unknown>>;

const DEFAULT_KEY = 'default';

interface PortForm {
  readonly number: number;
  readonly protocol: string;
  readonly name: string;
}

/** Options of one type of executor. */
interface ExecutorForm {
  readonly platform?: string;
  readonly user?: string;
}

export interface ImageForm {
  readonly name: string;
  readonly entrypoint?: readonly string[];
  readonly ports?: readonly PortForm[];
  readonly pull_policy?: readonly string[];
  readonly executor_opts?: { readonly docker?: ExecutorForm; readonly kubernetes?: ExecutorForm };
}

interface ServiceVariable {
  readonly key: string;
  readonly value: string;
  readonly public: boolean;
  readonly raw: boolean;
  readonly file: boolean;
}

export interface ServiceForm extends ImageForm {
  readonly alias?: string;
  readonly command?: readonly string[];
  readonly variables?: readonly ServiceVariable[];
}

export interface ArtifactForm {
  readonly name?: string;
  readonly untracked: boolean;
  readonly paths: readonly string[];
  readonly exclude: readonly string[];
  readonly when: string;
  readonly expire_in?: string;
  readonly artifact_type: string;
  readonly artifact_format: string;
}

export interface CacheForm {
  readonly key: string;
  readonly untracked: boolean;
  readonly policy: string;
  readonly paths: readonly string[];
  readonly when: string;
  readonly fallback_keys: readonly string[];
}

const fieldsOf = (value: unknown): Fields => toJsonObject(value) ?? {};
const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
const textsOf = (value: unknown): readonly string[] => listOf(value).filter((text) => typeof text === 'string');
const textOf = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);

/** A number or boolean is used as text, because YAML parses `3600` as a number. */
const scalarText = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;

function expiryOf({ expire_in: value }: Fields): Pick<ArtifactForm, 'expire_in'> {
  const text = scalarText(value);
  return text === undefined ? {} : { expire_in: text };
}

/** `image: name`, or a map with its name; null if there is none. */
export function imageForm(image: unknown): ImageForm | null {
  const fields = typeof image === 'string' ? { name: image } : fieldsOf(image);
  if (typeof fields.name !== 'string') {
    return null;
  }
  return {
    name: fields.name,
    ...textsAt(fields, 'entrypoint'),
    ...(listOf(fields.ports).length === 0 ? {} : { ports: listOf(fields.ports).map(portForm) }),
    ...textsAt(fields, 'pull_policy'),
    ...executorForm(fields),
  };
}

export const serviceForms = (services: unknown): readonly ServiceForm[] =>
  listOf(services).flatMap((service) => serviceForm(service) ?? []);

function serviceForm(service: unknown): ServiceForm | null {
  const image = imageForm(service);
  const fields = fieldsOf(service);
  const variables = Object.entries(fieldsOf(fields.variables)).map(serviceVariable);
  return (
    image && {
      ...image,
      ...(typeof fields.alias === 'string' ? { alias: fields.alias } : {}),
      ...textsAt(fields, 'command'),
      ...(variables.length === 0 ? {} : { variables }),
    }
  );
}

/** A single text becomes a list with one entry, as runners expect. */
const textsAt = (fields: Fields, key: 'entrypoint' | 'command' | 'pull_policy') =>
  fields[key] === undefined || fields[key] === null ? {} : { [key]: textsOf(fields[key]) };

/** `value`, or `{value, description}`. */
function serviceVariable([key, held]: [string, unknown]): ServiceVariable {
  const value = typeof held === 'object' && held !== null && 'value' in held ? held.value : held;
  return { key, value: scalarText(value) ?? '', public: true, raw: false, file: false };
}

function portForm(port: unknown): PortForm {
  const { number = port, protocol, name } = fieldsOf(port);
  return { number: Number(number), protocol: textOf(protocol, 'http'), name: textOf(name, 'default_port') };
}

function executorForm(fields: Fields): Pick<ImageForm, 'executor_opts'> {
  const options = { ...executorOptions(fields, 'docker'), ...executorOptions(fields, 'kubernetes') };
  return Object.keys(options).length === 0 ? {} : { executor_opts: options };
}

function executorOptions(fields: Fields, key: 'docker' | 'kubernetes') {
  const { platform, user } = fieldsOf(fields[key]);
  const options = {
    ...(typeof platform === 'string' ? { platform } : {}),
    ...(typeof user === 'string' ? { user } : {}),
  };
  return Object.keys(options).length === 0 ? {} : { [key]: options };
}

/** The archive, followed by one entry for each report. */
export function artifactForms(artifacts: unknown): readonly ArtifactForm[] {
  const fields = fieldsOf(artifacts);
  const paths = textsOf(fields.paths);
  const isArchived = paths.length > 0 || fields.untracked === true;
  return [...(isArchived ? [archiveForm(fields, paths)] : []), ...reportForms(fields)];
}

const archiveForm = (fields: Fields, paths: readonly string[]): ArtifactForm => ({
  ...(typeof fields.name === 'string' ? { name: fields.name } : {}),
  untracked: fields.untracked === true,
  paths,
  exclude: textsOf(fields.exclude),
  when: textOf(fields.when, 'on_success'),
  ...expiryOf(fields),
  artifact_type: 'archive',
  artifact_format: 'zip',
});

const reportForms = (fields: Fields): readonly ArtifactForm[] =>
  Object.entries(fieldsOf(fields.reports)).map(([type, report]) => {
    const own = fieldsOf(report);
    return {
      name: type,
      untracked: false,
      paths: 'path' in own ? textsOf(own.path) : textsOf(report),
      exclude: [],
      when: 'always',
      ...expiryOf(fields),
      artifact_type: textOf(own.coverage_format, type),
      artifact_format: 'gzip',
    };
  });

/** Blob ids of files, by path. */
export type FileIds = ReadonlyMap<string, string>;

/** The files whose contents are part of cache keys. */
export const cacheFiles = (caches: unknown): readonly string[] => [
  ...new Set(listOf(caches).flatMap((cache) => textsOf(fieldsOf(fieldsOf(cache).key).files))),
];

export const cacheForms = (caches: unknown, fileIds: FileIds): readonly CacheForm[] =>
  listOf(caches).map((cache) => {
    const fields = fieldsOf(cache);
    return {
      key: cacheKey(fields.key, fileIds),
      untracked: fields.untracked === true,
      policy: textOf(fields.policy, 'pull-push'),
      paths: textsOf(fields.paths),
      when: textOf(fields.when, 'on_success'),
      fallback_keys: textsOf(fields.fallback_keys),
    };
  });

/** A text, or `{prefix, files}`: the key is the same as long as the contents of these files are. */
function cacheKey(key: unknown, fileIds: FileIds): string {
  if (typeof key === 'string' && key !== '') {
    return key;
  }
  const { prefix, files } = fieldsOf(key);
  const ids = textsOf(files).flatMap((file) => fileIds.get(file) ?? []);
  const digest = ids.length === 0 ? DEFAULT_KEY : createHash('sha256').update(ids.join(' ')).digest('hex');
  return [...textsOf(prefix), digest].join('-');
}
