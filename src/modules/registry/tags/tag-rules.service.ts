import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import type { Page } from '../../../common/pagination/page.js';
import type { Caller } from '../../../core/access/caller.js';
import { AuditService } from '../../../core/audit/audit.service.js';
import { auditedProject } from '../../../core/projects/project-audit.js';
import type { Project } from '../../../core/projects/project.js';
import { Database } from '../../../platform/database/database.js';
import type { Tx } from '../../../platform/database/tx.js';
import type { TagPatterns, TagRule } from './tag-rule.js';
import { TagRulesRepository } from './tag-rules.repository.js';

const EVERY_REPOSITORY = '.*';

/** Manages the rules that protect tags (contract: registry §9.4). */
@Injectable()
export class TagRulesService {
  constructor(
    private readonly rules: TagRulesRepository,
    private readonly audit: AuditService,
    private readonly database: Database,
  ) {}

  list(project: Project, page: PageRequest): Promise<Page<TagRule>> {
    return this.rules.page(project.id, page);
  }

  /** Throws 404, also for a rule of another project. */
  async get(project: Project, id: number): Promise<TagRule> {
    const rule = await this.rules.find(project.id, id);
    if (!rule) {
      throw notFound('Tag Rule');
    }
    return rule;
  }

  create(
    project: Project,
    {
      tagPattern,
      repositoryPattern = EVERY_REPOSITORY,
    }: { tagPattern: string; repositoryPattern?: string | undefined },
    caller: Caller,
  ): Promise<TagRule> {
    return this.database.transaction(async (tx) => {
      const id = await this.rules.insert(project.id, { tagPattern, repositoryPattern });
      const created = await this.get(project, id);
      await this.record(tx, project, created, 'created', caller);
      return created;
    });
  }

  /** Absent fields stay unchanged. */
  update(project: Project, id: number, changes: Partial<TagPatterns>, caller: Caller): Promise<TagRule> {
    return this.database.transaction(async (tx) => {
      await this.get(project, id);
      await this.rules.update(id, changes);
      const changed = await this.get(project, id);
      await this.record(tx, project, changed, 'changed', caller);
      return changed;
    });
  }

  delete(project: Project, id: number, caller: Caller): Promise<void> {
    return this.database.transaction(async (tx) => {
      const rule = await this.get(project, id);
      if (!(await this.rules.delete(id))) {
        throw notFound('Tag Rule');
      }
      await this.record(tx, project, rule, 'deleted', caller);
    });
  }

  private async record(tx: Tx, project: Project, rule: TagRule, act: string, caller: Caller): Promise<void> {
    const details = `${rule.tagPattern} in ${rule.repositoryPattern}`;
    const target = { id: rule.id, type: 'ContainerTagRule', details };
    await this.audit.record(tx, caller, auditedProject(project), target, { custom_message: `Image tag rule ${act}` });
  }
}
