import { Injectable } from '@nestjs/common';
import { compilePattern } from '../../../common/text/pattern.js';
import { nearestRule } from './duplicate-types.js';
import type { DuplicateType } from './duplicate-types.js';
import { PackageSettingsRepository } from './package-settings.repository.js';

const SNAPSHOT = '-SNAPSHOT';

/** Checks whether versions may have a second file of the same name (contract: packages §6.3). */
@Injectable()
export class DuplicatesService {
  constructor(private readonly settings: PackageSettingsRepository) {}

  /**
   * False if the project, or the nearest group with a setting, forbids it for this name and version; always true for
   * snapshots.
   */
  async areAllowed(projectId: number, type: DuplicateType, name: string, version: string): Promise<boolean> {
    if (version.endsWith(SNAPSHOT)) {
      return true;
    }
    const rule = nearestRule(await this.settings.aroundProject(projectId, type));
    return rule.duplicatesAllowed !== false || isExempt(rule.duplicateException, [name, version]);
  }
}

/** Patterns were validated when they were set; an invalid one exempts nothing. */
function isExempt(exception: string | null, texts: readonly string[]): boolean {
  const compiled = exception === null ? null : compilePattern(exception);
  return compiled?.ok === true && texts.some((text) => compiled.pattern.matches(text));
}
