import { parseHumanDuration } from '../../../../common/time/duration.js';
import { notSupported } from '../definition-error.js';
import type { Fields } from '../fields.js';
import { isScalar } from '../value.js';

const KEYS = ['name', 'untracked', 'paths', 'exclude', 'reports', 'when', 'expire_in', 'expose_as', 'public', 'access'];
const WHENS = ['on_success', 'on_failure', 'always'] as const;
const ACCESS = ['all', 'developer', 'maintainer', 'none'] as const;
const FOREVER = 'never';
const COVERAGE_FORMATS = ['cobertura', 'jacoco'] as const;
const COVERAGE_REPORT = 'coverage_report';
const REPORTS = [
  ...['junit', 'dotenv', COVERAGE_REPORT, 'annotations', 'accessibility', 'codequality', 'metrics', 'terraform'],
  ...['performance', 'browser_performance', 'load_performance', 'requirements', 'cyclonedx', 'repository_xray'],
  ...['sast', 'secret_detection', 'dependency_scanning', 'container_scanning', 'cluster_image_scanning', 'dast'],
  ...['api_fuzzing', 'coverage_fuzzing'],
];

/**
 * Throws for artifacts that no runner can decode; returns the locations of keys that have no effect here (contract:
 * triggers §5, §9).
 */
export function refuseBadArtifacts(fields: Fields): readonly string[] {
  if ((fields.value('artifacts') ?? null) === null) {
    return [];
  }
  const own = fields.below('artifacts');
  own.refuseOthers(KEYS);
  ['name', 'expose_as'].forEach((key) => own.text(key));
  ['paths', 'exclude'].forEach((key) => own.texts(key));
  own.flag('untracked');
  own.oneOf('when', WHENS);
  refuseBadExpiry(own);
  refuseRestricted(own);
  refuseBadReports(own);
  return own.has('expose_as') ? [own.at('expose_as')] : [];
}

function refuseBadExpiry(own: Fields): void {
  const value = own.value('expire_in') ?? FOREVER;
  const text = isScalar(value) ? String(value) : '';
  if (text.toLowerCase() !== FOREVER && parseHumanDuration(text) === null) {
    own.refuse('expire_in', 'a duration');
  }
}

/**
 * Everyone who can read a project's jobs can read their artifacts. Ignoring these keys would publish files that the
 * author wants to restrict.
 */
function refuseRestricted(own: Fields): void {
  if (own.flag('public') === false) {
    throw notSupported(own.at('public'));
  }
  if ((own.oneOf('access', ACCESS) ?? 'all') !== 'all') {
    throw notSupported(own.at('access'));
  }
}

function refuseBadReports(own: Fields): void {
  if ((own.value('reports') ?? null) === null) {
    return;
  }
  const reports = own.below('reports');
  reports.refuseOthers(REPORTS);
  REPORTS.filter((type) => type !== COVERAGE_REPORT).forEach((type) => reports.texts(type));
  if (reports.has(COVERAGE_REPORT)) {
    refuseBadCoverage(reports.below(COVERAGE_REPORT));
  }
}

function refuseBadCoverage(coverage: Fields): void {
  coverage.refuseOthers(['coverage_format', 'path']);
  if (coverage.oneOf('coverage_format', COVERAGE_FORMATS) === null) {
    coverage.refuse('coverage_format', `one of: ${COVERAGE_FORMATS.join(', ')}`);
  }
  if (coverage.text('path') === null) {
    coverage.refuse('path', 'a string');
  }
}
