import { IS_INVALID } from '../../../common/errors/catalogue.js';
import { Bool, Int, OneOf, Text } from '../../../common/params/param.decorators.js';
import { STATUS_STATES } from './commit-status.js';
import type { StatusFilters, StatusReport, StatusState } from './commit-status.js';

const NUMBER = /^\d{1,3}(\.\d{1,20})?$/;
const MAX_URL = 2048;
const DEFAULT_NAME = 'default';

/** Contract: triggers §10. */
export class ReportStatusInput {
  @OneOf(STATUS_STATES, { required: true }) state: StatusState;
  @Text() ref?: string;
  @Text({ hasDefault: true, aliases: ['context'] }) name?: string;
  @Text({ max: MAX_URL, check: (url) => (isWebAddress(url) ? undefined : IS_INVALID) }) target_url?: string;
  @Text() description?: string;
  @Text({ check: (text) => (text === '' || isPercent(text) ? undefined : IS_INVALID) }) coverage?: string;
  @Int() pipeline_id?: number;
}

export class ListStatusesQuery {
  @Text() ref?: string;
  @Text() stage?: string;
  @Text() name?: string;
  @Int() pipeline_id?: number;
  @Bool() all?: boolean;
}

export const statusFilters = ({ ref, stage, name, pipeline_id, all }: ListStatusesQuery): StatusFilters => ({
  ref,
  stage,
  name,
  pipelineId: pipeline_id,
  includesOlder: all,
});

const isPercent = (text: string): boolean => NUMBER.test(text) && Number(text) <= 100;

function isWebAddress(text: string): boolean {
  return text === '' || (URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol));
}

export const statusReport = ({ state, name, target_url, description, coverage }: ReportStatusInput): StatusReport => ({
  state,
  name: name ?? DEFAULT_NAME,
  targetUrl: target_url,
  description,
  coverage: coverage === undefined || coverage === '' ? undefined : Number(coverage),
});
