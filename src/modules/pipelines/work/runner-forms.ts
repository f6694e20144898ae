import { createHash } from 'node:crypto';

/** How runner programs want what the definition says of images, artifacts and caches (contract: triggers §9). */

type Fields = Readonly<Record<string, unknown>>;

const DEFAULT_KEY = 'default';

export interface ImageForm extends Fields {
  readonly name: string;
}

export interface ArtifactForm {
  readonly name?: unknown;
  readonly untracked: boolean;
  readonly paths: readonly string[];
  readonly exclude: readonly string[];
  readonly when: string;
  readonly expire_in?: unknown;
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

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
const textsOf = (value: unknown): readonly string[] => listOf(value).filter((text) => typeof text === 'string');
const textOf = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);

/** `image: name`, or a map with its name; null without one. */
export function imageForm(image: unknown): ImageForm | null {
  const fields = typeof image === 'string' ? { name: image } : fieldsOf(image);
  return typeof fields.name === 'string' ? { ...fields, name: fields.name } : null;
}

export const serviceForms = (services: unknown): readonly ImageForm[] =>
  listOf(services).flatMap((service) => imageForm(service) ?? []);

/** The archive, then one for each report. */
export function artifactForms(artifacts: unknown): readonly ArtifactForm[] {
  const fields = fieldsOf(artifacts);
  const paths = textsOf(fields.paths);
  const isArchived = paths.length > 0 || fields.untracked === true;
  return [...(isArchived ? [archiveForm(fields, paths)] : []), ...reportForms(fields)];
}

const archiveForm = (fields: Fields, paths: readonly string[]): ArtifactForm => ({
  ...(fields.name === undefined ? {} : { name: fields.name }),
  untracked: fields.untracked === true,
  paths,
  exclude: textsOf(fields.exclude),
  when: textOf(fields.when, 'on_success'),
  ...(fields.expire_in === undefined ? {} : { expire_in: fields.expire_in }),
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
      ...(fields.expire_in === undefined ? {} : { expire_in: fields.expire_in }),
      artifact_type: textOf(own.coverage_format, type),
      artifact_format: 'gzip',
    };
  });

/** Ids of the contents of files, by path. */
export type FileIds = ReadonlyMap<string, string>;

/** The files whose contents are part of the keys of caches. */
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

/** A text, or `{prefix, files}`: the key stays the same as long as the contents of these files do. */
function cacheKey(key: unknown, fileIds: FileIds): string {
  if (typeof key === 'string' && key !== '') {
    return key;
  }
  const { prefix, files } = fieldsOf(key);
  const ids = textsOf(files).flatMap((file) => fileIds.get(file) ?? []);
  const digest = ids.length === 0 ? DEFAULT_KEY : createHash('sha256').update(ids.join(' ')).digest('hex');
  return [...textsOf(prefix), digest].join('-');
}
