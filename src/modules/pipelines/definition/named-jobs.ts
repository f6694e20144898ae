import type { JobDefinition } from './definition.js';

interface NamedJob {
  readonly definition: JobDefinition;
  /** Names of the jobs of a pipeline that are meant. */
  readonly names: readonly string[];
}

/** What `needs` and `dependencies` can name. */
export type NamedJobs = ReadonlyMap<string, NamedJob>;

/** Each job of the file by its name, and each copy of a parallel one by its own. */
export function namedJobs(definitions: readonly JobDefinition[]): NamedJobs {
  const whole = definitions.map((definition): NamedJob => ({ definition, names: namesOf(definition) }));
  const copies = whole.flatMap(({ definition, names }) =>
    names.map((name): [string, NamedJob] => [name, { definition, names: [name] }]),
  );
  return new Map([...copies, ...whole.map((job): [string, NamedJob] => [job.definition.name, job])]);
}

/** Names of the jobs that a pipeline creates from a definition: `name 1/N` for a parallel one (contract: triggers §5). */
export const namesOf = ({ name, parallel }: JobDefinition): readonly string[] =>
  parallel === null ? [name] : Array.from({ length: parallel }, (_, at) => `${name} ${at + 1}/${parallel}`);
