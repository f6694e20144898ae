import { Injectable } from '@nestjs/common';
import { invalidField, IS_BLANK, IS_INVALID } from '../../../../common/errors/catalogue.js';
import type { AuditAuthor } from '../../../../core/audit/audit-author.js';
import type { AuditedEntity } from '../../../../core/audit/audit-event.js';
import { AuditService } from '../../../../core/audit/audit.service.js';
import { Database } from '../../../../platform/database/database.js';
import { latestIsKept, unknownPackage } from './npm-errors.js';
import { isTag, versionKeyOf } from './npm-names.js';
import { NpmVersionsRepository } from './npm-versions.repository.js';
import type { NpmPackage } from './npm-versions.repository.js';

/** Who removes a tag, and the project of the package, as recorded in the audit log. */
interface TagRemoval {
  readonly author: AuditAuthor;
  readonly project: AuditedEntity;
}

/** Sets and removes dist-tags (contract: packages §5.2). */
@Injectable()
export class NpmTagsService {
  constructor(
    private readonly versions: NpmVersionsRepository,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  /** Throws 400 for an invalid tag or an empty version, and 404 for an unknown version. */
  async set(of: NpmPackage, tag: string, version: string): Promise<void> {
    if (!isTag(tag)) {
      throw invalidField('tag', IS_INVALID);
    }
    if (version.trim() === '') {
      throw invalidField('version', IS_BLANK);
    }
    const versionKey = versionKeyOf(version);
    await this.database.transaction(async () => {
      const packageId = versionKey === null ? null : await this.versions.lock(of, versionKey);
      if (packageId === null) {
        throw unknownPackage();
      }
      await this.versions.moveTags(of, packageId, [tag]);
    });
  }

  /** Throws 403 for `latest`, and 404 for an unknown tag. */
  async remove(of: NpmPackage, tag: string, { author, project }: TagRemoval): Promise<void> {
    if (tag === 'latest') {
      throw latestIsKept();
    }
    await this.database.transaction(async (tx) => {
      const packageId = await this.versions.removeTag(of, tag);
      if (packageId === null) {
        throw unknownPackage();
      }
      const target = { id: packageId, type: 'Package', details: `${of.name} ${tag}` };
      await this.audit.record(tx, author, project, target, { remove: 'package_tag' });
    });
  }
}
