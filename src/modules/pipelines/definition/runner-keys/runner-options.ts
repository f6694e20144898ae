import type { JobOptions } from '../definition.js';
import type { Fields } from '../fields.js';
import { toJson } from '../value.js';
import { refuseBadArtifacts } from './artifacts.js';
import { refuseBadCaches } from './caches.js';
import { refuseBadEnvironment } from './environments.js';
import { refuseBadImage, refuseBadServices } from './images.js';

const HANDED_ON = ['image', 'services', 'artifacts', 'cache', 'environment'];

/** The keys of a job that runners read, and the locations of keys that have no effect. */
export interface RunnerOptions {
  readonly options: JobOptions;
  readonly withoutEffect: readonly string[];
}

/** Reads the keys that only runners use. Throws for values that they could not decode (contract: triggers §5, §9). */
export function readRunnerOptions(fields: Fields): RunnerOptions {
  refuseBadImage(fields);
  refuseBadServices(fields);
  refuseBadCaches(fields);
  const withoutEffect = [...refuseBadArtifacts(fields), ...refuseBadEnvironment(fields)];
  const dependencies = fields.texts('dependencies');
  const options = {
    before_script: fields.lines('before_script') ?? [],
    script: fields.lines('script') ?? [],
    after_script: fields.lines('after_script') ?? [],
    ...handedOn(fields),
    ...(dependencies ? { dependencies } : {}),
  };
  return { options, withoutEffect };
}

const handedOn = (fields: Fields): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    HANDED_ON.flatMap((key) => {
      const value = fields.value(key) ?? null;
      return value === null ? [] : [[key, toJson(value)]];
    }),
  );
