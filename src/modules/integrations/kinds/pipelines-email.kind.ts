import { pipelineMailPlan } from './mail/pipeline-mail-plan.js';
import { defineKind } from './kind.js';
import { multi, REQUIRED } from './param.js';
import { COMMA_OR_WHITE_SPACE, someAddresses } from './recipients.js';
import { branches, onlyBrokenPipelines, onlyDefaultBranch } from './shared-params.js';

export const pipelinesEmail = defineKind({
  slug: 'pipelines-email',
  alias: 'pipelines-email',
  title: 'Pipeline status emails',
  category: 'mail',
  transport: 'mail',
  params: [
    multi('recipients', { ...REQUIRED, check: someAddresses(COMMA_OR_WHITE_SPACE) }),
    onlyBrokenPipelines,
    branches('default'),
    onlyDefaultBranch,
  ],
  flags: ['pipeline_events'],
  events: ['pipeline'],
  gathers: ['failed_job_logs'],
  plan: pipelineMailPlan,
});
