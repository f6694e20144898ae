import { hookStep } from './ci/hook-step.js';
import { textOf } from './settings-values.js';
import type { Plan, Settings } from './step.js';

/** Sends the event to the receiver of the site, with its tags (contract: integrations §6.6). */
export const monitoringPlan: Plan = (event, settings, { base }) => {
  const site = textOf(settings, 'datadog_site').replace(/^app\./, '');
  return [
    hookStep(event, {
      url: textOf(settings, 'api_url') || `${base.replaceAll('{site}', site)}/api/v2/webhook`,
      query: { 'dd-api-key': textOf(settings, 'api_key'), ...labels(settings) },
    }),
  ];
};

function labels(settings: Settings): Readonly<Record<string, string>> {
  const all = {
    service: textOf(settings, 'datadog_service'),
    env: textOf(settings, 'datadog_env'),
    tags: tagList(textOf(settings, 'datadog_tags')),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

const tagList = (lines: string): string =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter((tag) => tag !== '')
    .map((tag) => (tag.includes(',') ? `"${tag.replaceAll('"', '""')}"` : tag))
    .join(',');
