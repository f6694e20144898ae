import { scopeMissing } from '../access/package-errors.js';
import type { PackageRight } from '../access/package-rights.js';
import { missingScopes } from './package-subject.js';
import type { PackageSubject } from './package-subject.js';

/**
 * Throws 403 for a credential whose scopes do not cover a right that the role does (contract: conventions §1 step 9).
 */
export function refuseMissingScope(subject: PackageSubject, right: PackageRight): void {
  const missing = missingScopes(subject, right);
  if (missing.length > 0) {
    throw scopeMissing(missing);
  }
}
