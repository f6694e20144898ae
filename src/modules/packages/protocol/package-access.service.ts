import { Injectable } from '@nestjs/common';
import { forbidden, notFound } from '../../../common/errors/catalogue.js';
import { sees, viewerOf } from '../../../core/access/sees.js';
import { accountOf } from '../../../core/credentials/account-of.js';
import { reaches } from '../../../core/deploy-tokens/deploy-token.js';
import { refuseArchived } from '../../../core/projects/archived.js';
import { packageLoginNeeded } from '../access/package-errors.js';
import type { PackageRight } from '../access/package-rights.js';
import type { PackageProject } from './package-project.js';
import { PackageProjectsRepository } from './package-projects.repository.js';
import { hasRole } from './package-subject.js';
import type { PackageSubject } from './package-subject.js';
import { refuseMissingScope } from './refuse-missing-scope.js';

/**
 * Authorizes a subject for the packages of a project; its credentials are already verified (contract: packages §4.2).
 */
@Injectable()
export class PackageAccessService {
  constructor(private readonly projects: PackageProjectsRepository) {}

  /**
   * Throws 401 without credentials, otherwise 404 for a project that the subject cannot see and 403 for a missing
   * right.
   */
  async authorize(reference: string, subject: PackageSubject, right: PackageRight): Promise<PackageProject> {
    const project = await this.projects.find(reference, accountOf(subject)?.id ?? 0);
    const hasRight = project?.packagesEnabled === true && hasRole(subject, project, right);
    if (subject.kind === 'anonymous' && !hasRight) {
      throw packageLoginNeeded();
    }
    if (!project || !isVisible(project, subject)) {
      throw notFound('Project');
    }
    if (!hasRight) {
      throw forbidden();
    }
    refuseMissingScope(subject, right);
    if (right !== 'read') {
      refuseArchived(project);
    }
    return project;
  }
}

function isVisible(project: PackageProject, subject: PackageSubject): boolean {
  if (subject.kind === 'deploy_token') {
    return project.visibility === 'public' || reaches(subject, project);
  }
  return sees(viewerOf(accountOf(subject)), project.visibility, project.level);
}
