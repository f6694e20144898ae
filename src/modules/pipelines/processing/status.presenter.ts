import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { Status } from '../../../core/job-tokens/job-status.js';
import { record } from '../../../common/wire/wire-types.js';

/** Contract: triggers §4. */
export const DetailedStatusSchema = record('DetailedStatus', {
  icon: Type.String(),
  text: Type.String(),
  label: Type.String(),
  group: Type.String(),
  tooltip: Type.String(),
  has_details: Type.Boolean(),
  details_path: Type.String(),
  illustration: Type.Null(),
  favicon: Type.String(),
});
export type DetailedStatusView = Static<typeof DetailedStatusSchema>;

interface Words {
  readonly text: string;
  readonly label: string;
  readonly group: string;
}

const WARNINGS: Words = { text: 'passed', label: 'passed with warnings', group: 'success-with-warnings' };
const WORDS: Readonly<Partial<Record<Status, Words>>> = {
  success: { text: 'passed', label: 'passed', group: 'success' },
  manual: { text: 'blocked', label: 'waiting for manual action', group: 'manual' },
  scheduled: { text: 'delayed', label: 'waiting for delayed job', group: 'scheduled' },
  waiting_for_resource: { text: 'waiting', label: 'waiting for resource', group: 'waiting-for-resource' },
};

/** The texts, icon and URL with which a status is shown (contract: triggers §4). */
export function presentStatus(
  status: Status,
  facts: { readonly hasWarnings: boolean; readonly hasDetails: boolean; readonly detailsPath: string },
): DetailedStatusView {
  const { text, label, group } = wordsOf(status, facts.hasWarnings);
  return {
    icon: `status_${group}`,
    text,
    label,
    group,
    tooltip: label,
    has_details: facts.hasDetails,
    details_path: facts.detailsPath,
    illustration: null,
    favicon: `/assets/ci_favicons/favicon_status_${group}.png`,
  };
}

/** The label alone, as events have it. */
export const statusLabel = (status: Status, hasWarnings: boolean): string => wordsOf(status, hasWarnings).label;

const wordsOf = (status: Status, hasWarnings: boolean): Words =>
  hasWarnings ? WARNINGS : (WORDS[status] ?? { text: status, label: status, group: status });
