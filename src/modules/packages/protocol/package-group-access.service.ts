import { Injectable } from '@nestjs/common';
import type { ApiError } from '../../../common/errors/api-error.js';
import { forbidden, notFound } from '../../../common/errors/catalogue.js';
import { sees, viewerOf } from '../../../core/access/sees.js';
import { accountOf } from '../../../core/credentials/account-of.js';
import { packageLoginNeeded } from '../access/package-errors.js';
import { allows } from '../access/package-rights.js';
import { PackageGroupsRepository } from './package-groups.repository.js';
import type { PackageGroup } from './package-groups.repository.js';
import type { PackageSubject } from './package-subject.js';
import { refuseMissingScope } from './refuse-missing-scope.js';

/** Authorizes reads of a group's packages, and finds the projects that they cover (contract: packages §3.2, §4.9). */
@Injectable()
export class PackageGroupAccessService {
  constructor(private readonly groups: PackageGroupsRepository) {}

  /**
   * Ids of the projects in and below the group whose packages the subject may read. Throws 401 without credentials,
   * otherwise 404 for a group that the subject cannot see and 403 for a missing right.
   */
  async readableProjects(reference: string, subject: PackageSubject): Promise<readonly number[]> {
    const group = await this.groups.find(reference, accountOf(subject)?.id ?? 0);
    refuseUnreadable(group, subject, notFound('Group'));
    refuseMissingScope(subject, 'read');
    return this.groups.readableProjects(group, subject);
  }

  /**
   * Ids of the projects in and below the group with this full path whose packages the subject may read; a right in one
   * of them is enough, because the instance demands none in the group (contract: packages §4.3, §5.2). Without any,
   * throws like {@link readableProjects}, but `unseen` if the subject cannot see the group.
   */
  async readableProjectsAt(path: string, subject: PackageSubject, unseen: ApiError): Promise<readonly number[]> {
    const group = await this.groups.findByPath(path, accountOf(subject)?.id ?? 0);
    const projectIds = group ? await this.groups.readableProjects(group, subject) : [];
    if (projectIds.length === 0) {
      refuseUnreadable(group, subject, unseen);
    }
    refuseMissingScope(subject, 'read');
    return projectIds;
  }
}

function refuseUnreadable(
  group: PackageGroup | null,
  subject: PackageSubject,
  unseen: ApiError,
): asserts group is PackageGroup {
  const mayRead = group !== null && mayReadIn(group, subject);
  if (subject.kind === 'anonymous' && !mayRead) {
    throw packageLoginNeeded();
  }
  if (!group || !isVisible(group, subject)) {
    throw unseen;
  }
  if (!mayRead) {
    throw forbidden();
  }
}

function isVisible(group: PackageGroup, subject: PackageSubject): boolean {
  if (subject.kind === 'deploy_token') {
    return group.visibility === 'public' || isCovered(group, subject.groupId);
  }
  return sees(viewerOf(accountOf(subject)), group.visibility, group.level);
}

function mayReadIn(group: PackageGroup, subject: PackageSubject): boolean {
  return subject.kind === 'anonymous' || subject.kind === 'deploy_token'
    ? isVisible(group, subject)
    : allows(group, subject.account.isAdmin, 'read');
}

/** Whether the token of a group is for this group or one above it. */
const isCovered = ({ groupIds }: PackageGroup, tokenGroupId: number | null): boolean =>
  tokenGroupId !== null && groupIds.includes(tokenGroupId);
