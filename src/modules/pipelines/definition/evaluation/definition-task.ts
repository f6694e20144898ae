import { LruMap } from '../../../../common/cache/lru-map.js';
import type { PlannedJob } from '../../jobs/ci-job.js';
import type { Definition } from '../definition.js';
import { DefinitionError } from '../definition-error.js';
import type { DefinitionFiles } from '../includes.js';
import { mergedDefinition } from '../merged-definition.js';
import { newJobs } from '../new-jobs.js';
import { readDefinition } from '../read-definition.js';
import type { WholeDefinition } from '../read-definition.js';
import { evaluateJobs, missingNeeds, pipelineName } from '../selection.js';
import type { EvaluatedJob, SelectionSubject } from '../selection.js';

/** Cache keys for the content of a committed definition. */
export interface DefinitionKeys {
  /** Key for the content of the definition file alone. */
  readonly file: string;
  /** Key for all files of the commit. */
  readonly files: string;
}

/**
 * The input for reading and evaluating a definition; plain data, because it is sent to a thread and the result is sent
 * back.
 */
export interface DefinitionTask {
  /** The definition is cached under one of these keys; null for one that is not committed. */
  readonly keys: DefinitionKeys | null;
  readonly path: string;
  /** The files that are known to be needed. */
  readonly files: DefinitionFiles;
  readonly subject: SelectionSubject;
  /** The jobs in the form in which they are stored, or the whole definition as one file. */
  readonly wants: 'jobs' | 'merged file';
}

/** A job of the file in the form of the lint result. */
export interface JobSummary {
  readonly name: string;
  readonly stage: string;
  readonly when: string;
  readonly allowFailure: boolean;
  /** Null if the job waits for all earlier stages. */
  readonly needs: readonly string[] | null;
  readonly tags: readonly string[];
  readonly isIncluded: boolean;
  /** The rule that decided whether the job is included. */
  readonly rule: string | null;
}

export interface EvaluatedDefinition {
  readonly is: 'evaluated';
  /** Name of the pipeline. */
  readonly name: string | null;
  /** Null when `workflow` does not allow the pipeline. */
  readonly summaries: readonly JobSummary[] | null;
  /** Why the pipeline cannot be created although the file is valid. */
  readonly error: string | null;
  /** Empty unless requested. */
  readonly jobs: readonly PlannedJob[];
  /** Keys in the definition that have no effect. */
  readonly warnings: readonly string[];
  /** Null unless requested and small enough. */
  readonly merged: string | null;
}

export type DefinitionOutcome =
  | EvaluatedDefinition
  | { readonly is: 'bad'; readonly error: string }
  /** These files are also needed. */
  | { readonly is: 'incomplete'; readonly wanted: readonly string[] };

const KEPT_DEFINITIONS = 100;
/** Maximum total size of a cached definition's files; larger definitions are read each time. */
const MOST_KEPT_BYTES = 131_072;

/**
 * Reads and evaluates definitions. Committed definitions are requested repeatedly, so small ones are cached. A
 * definition without includes is the same at every commit that contains its file.
 */
export class DefinitionTasks {
  private readonly known = new LruMap<string, WholeDefinition>(KEPT_DEFINITIONS);

  perform(task: DefinitionTask): DefinitionOutcome {
    const { keys, files } = task;
    const known = keys && (this.known.get(keys.file) ?? this.known.get(keys.files));
    if (known) {
      return evaluated(known, task);
    }
    const read = readDefinition(task.path, files);
    if (read.is !== 'read') {
      return read;
    }
    if (keys && sizeOf(files) <= MOST_KEPT_BYTES) {
      this.known.set(files.size === 1 ? keys.file : keys.files, read);
    }
    return evaluated(read, task);
  }
}

const sizeOf = (files: DefinitionFiles): number =>
  [...files.values()].reduce((sum, file) => sum + (typeof file === 'string' ? 0 : file.text.length), 0);

function evaluated({ definition, root }: WholeDefinition, { subject, wants }: DefinitionTask): EvaluatedDefinition {
  const checked = evaluateJobs(definition, subject);
  const error = checked && missingNeeds(checked);
  const isWanted = wants === 'jobs' && checked !== null && error === null;
  return {
    is: 'evaluated',
    name: pipelineName(definition, subject),
    summaries: checked?.map(summaryOf) ?? null,
    warnings: definition.jobs.flatMap(({ withoutEffect }) => withoutEffect.map((at) => `${at} has no effect`)),
    merged: wants === 'merged file' ? mergedDefinition(root) : null,
    ...(isWanted ? jobsOf(checked, definition) : { error, jobs: [] }),
  };
}

function jobsOf(checked: readonly EvaluatedJob[], { stages }: Definition): Pick<EvaluatedDefinition, 'error' | 'jobs'> {
  try {
    return { error: null, jobs: newJobs(checked, stages) };
  } catch (error) {
    if (error instanceof DefinitionError) {
      return { error: error.message, jobs: [] };
    }
    throw error;
  }
}

const summaryOf = ({ definition, ...job }: EvaluatedJob): JobSummary => ({
  name: definition.name,
  stage: definition.stage,
  when: job.when,
  allowFailure: job.allowFailure === true,
  needs: definition.needs?.map((need) => need.job) ?? null,
  tags: definition.tags,
  isIncluded: job.isIncluded,
  rule: job.rule,
});
