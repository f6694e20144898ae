import type { AlertIntegration } from './alert-integration.js';
import { LEGACY_IDENTIFIER } from './alert-integration.js';

const LONGEST_SLUG = 63;

/** The name as part of a URL; it only helps people to tell integrations apart (contract: alerts §1.1). */
export function nameSlug(name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_SLUG)
    .replace(/^-|-$/g, '');
  return slug === '' ? 'integration' : slug;
}

/** The URL that the sender posts to (contract: alerts §1.1). */
export function receiverUrl(
  { type, identifier, nameSlug: slug }: Pick<AlertIntegration, 'type' | 'identifier' | 'nameSlug'>,
  { projectPath, baseUrl }: { readonly projectPath: string; readonly baseUrl: string },
): string {
  const root = `${baseUrl}/${projectPath}`;
  if (type === 'prometheus') {
    return `${root}/prometheus/alerts/notify.json`;
  }
  return identifier === LEGACY_IDENTIFIER
    ? `${root}/alerts/notify.json`
    : `${root}/alerts/notify/${slug}/${identifier}.json`;
}
