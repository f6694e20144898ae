import { IS_INVALID } from '../../../common/errors/catalogue.js';
import { Bool, Json, Text, Texts } from '../../../common/params/param.decorators.js';
import type { JobFilter } from '../records/ci-job-records.repository.js';
import { STATUSES } from '../../../core/job-tokens/job-status.js';
import type { Status } from '../../../core/job-tokens/job-status.js';
import { isVariableValue, VARIABLE_NAME } from '../variables/variable-form.js';

/** Contract: triggers §7. */
export class ListJobsQuery {
  @Texts({ among: STATUSES }) scope?: Status[];
  @Bool() include_retried?: boolean;
}

const PLAY_VARIABLES = {
  type: 'array',
  items: {
    type: 'object',
    required: ['key', 'value'],
    properties: { key: { type: 'string' }, value: { type: 'string' } },
  },
};

export class PlayJobInput {
  @Json({
    description: 'A list of `{key, value}`.',
    check: (sent) => (readPlayVariables(sent) === null ? IS_INVALID : undefined),
    forms: [PLAY_VARIABLES],
  })
  job_variables_attributes?: unknown;
}

export class DownloadArtifactsQuery {
  @Text({ required: true }) job: string;
}

/** Values by name; null when `sent` is not a list of keys with text values. */
export function readPlayVariables(sent: unknown): Readonly<Record<string, string>> | null {
  const items: unknown[] = Array.isArray(sent) ? sent : sent === undefined || sent === null ? [] : [sent];
  const pairs = items.flatMap(readPair);
  return pairs.length === items.length ? Object.fromEntries(pairs) : null;
}

function readPair(item: unknown): [string, string][] {
  if (typeof item !== 'object' || item === null || !('key' in item) || !('value' in item)) {
    return [];
  }
  const { key, value } = item;
  const isFit =
    typeof key === 'string' && VARIABLE_NAME.test(key) && typeof value === 'string' && isVariableValue(value);
  return isFit ? [[key, value]] : [];
}

export const jobFilter = ({ scope = [], include_retried: includeRetried = false }: ListJobsQuery): JobFilter => ({
  statuses: scope,
  includeRetried,
});
