import { monitoringPlan } from './monitoring-plan.js';
import { bareDomain, tagLines, wordCharacters } from './checks.js';
import { defineKind } from './kind.js';
import { bool, multi, SECRET, text, url } from './param.js';

export const monitoringA = defineKind({
  slug: 'monitoring-a',
  alias: 'datadog',
  title: 'Monitoring A',
  category: 'monitoring',
  transport: 'http',
  params: [
    text('api_key', { ...SECRET, check: wordCharacters }),
    url('api_url'),
    text('datadog_env'),
    text('datadog_service'),
    text('datadog_site', { default: 'datadoghq.com', check: bareDomain }),
    multi('datadog_tags', { check: tagLines }),
    bool('archive_trace_events', { default: false }),
  ],
  events: ['pipeline', 'build', 'archive_trace'],
  plan: monitoringPlan,
});
