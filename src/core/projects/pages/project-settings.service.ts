import { Injectable } from '@nestjs/common';
import { invalidField } from '../../../common/errors/catalogue.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { readInput } from '../../../common/params/read-input.js';
import { Role } from '../../access/role.js';
import { UpdateProjectInput } from '../projects.dto.js';
import { projectUpdate } from '../project-changes.js';
import { ProjectTabs } from './project-tabs.js';
import { hasRole, ProjectPagesService } from './project-pages.service.js';
import type { ProjectPageContext } from './project-pages.service.js';
import { ProjectDeletionPreviewsService } from '../project-deletion-previews.service.js';
import { ProjectDeletionService } from '../project-deletion.service.js';
import type { Project } from '../project.js';
import { ProjectsService } from '../projects.service.js';
import type { WebContext } from '../../web/web-context.js';
import type { SpamProof } from '../../spam/spam-proof.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { refusedFields } from '../../../platform/views/field-errors.js';
import type { FieldErrors } from '../../../platform/views/field-errors.js';
import { textIn } from '../../../platform/views/form-text.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import type { WebAnswer } from '../../../platform/views/web-answer.js';
import { deletionContent } from '../../namespaces/pages/deletion.section.js';
import { checkedSettings, sentSettings, settingsOf } from './project-settings.form.js';
import type { ProjectSettingsFields } from './project-settings.form.js';
import { projectSettingsContent } from './project-settings.page.js';
import type { ContainerSettings } from '../../namespaces/pages/settings-routes.js';

const TAB = { name: 'General', path: '/-/edit', position: 10, isSetting: true, least: Role.Maintainer } as const;

@Injectable()
@Contributes(ProjectTabs)
export class ProjectSettingsTabs extends ProjectTabs {
  readonly tabs = [TAB];
}

/** What the pages with the settings of a project do; the rules are those of REST (contract: core §6, §10). */
@Injectable()
export class ProjectSettingsService implements ContainerSettings {
  constructor(
    private readonly pages: ProjectPagesService,
    private readonly projects: ProjectsService,
    private readonly deletion: ProjectDeletionService,
    private readonly previews: ProjectDeletionPreviewsService,
  ) {}

  /** Throws 403 below Maintainer. */
  async show(path: string, web: WebContext): Promise<WebAnswer> {
    const context = await this.pages.openFor(Role.Maintainer, path, web);
    return shown(context, settingsOf(context.project), web);
  }

  async save(path: string, fields: RawParams, web: WebContext, proof: SpamProof): Promise<WebAnswer> {
    const context = await this.pages.openFor(Role.Maintainer, path, web);
    const values = sentSettings(fields, context.project);
    const outcome = await refusedFields(async () =>
      this.projects.update(context.project, checkedSettings(values), web.caller, proof),
    );
    return 'errors' in outcome ? shown(context, values, web, outcome.errors) : seeOther(hereOf(outcome.done));
  }

  async move(path: string, fields: RawParams, web: WebContext, proof: SpamProof): Promise<WebAnswer> {
    const context = await this.pages.openFor(Role.Owner, path, web);
    const sent = textIn(fields, 'path');
    const outcome = await refusedFields(async () => {
      const update = projectUpdate(readInput(UpdateProjectInput, { path: sent }));
      return this.projects.update(context.project, update, web.caller, proof);
    });
    return 'errors' in outcome
      ? shown(context, { ...settingsOf(context.project), path: sent }, web, outcome.errors)
      : seeOther(hereOf(outcome.done));
  }

  async setArchived(path: string, archived: boolean, web: WebContext): Promise<WebAnswer> {
    const { project } = await this.pages.openFor(Role.Owner, path, web);
    await this.projects.setArchived(project, archived, web.caller);
    return seeOther(hereOf(project));
  }

  /** What a deletion would take. */
  async confirm(path: string, web: WebContext, errors?: FieldErrors): Promise<WebAnswer> {
    const context = await this.pages.openFor(Role.Owner, path, web);
    const { project } = context;
    const preview = await this.previews.of([{ projectId: project.id }]);
    const action = `${hereOf(project)}/delete`;
    const facts = { what: 'project', action, fullPath: project.fullPath, preview } as const;
    const content = deletionContent({ ...facts, ...(errors ? { errors } : {}) }, web.frame);
    return page(context.page({ tab: TAB.name, title: 'Delete project' }, content), errors ? { status: 422 } : {});
  }

  async delete(path: string, fields: RawParams, web: WebContext): Promise<WebAnswer> {
    const { project } = await this.pages.openFor(Role.Owner, path, web);
    const outcome = await refusedFields(async () => {
      refuseUnconfirmed(fields, project.fullPath);
      return this.deletion.schedule(project, web.caller);
    });
    return 'errors' in outcome ? this.confirm(path, web, outcome.errors) : seeOther(`/-/operations/${outcome.done.id}`);
  }
}

/** Throws 400 unless the form names what is to be deleted. */
export function refuseUnconfirmed(fields: RawParams, fullPath: string): void {
  if (textIn(fields, 'confirm').trim() !== fullPath) {
    throw invalidField('confirm', 'does not say that');
  }
}

const hereOf = ({ fullPath }: Project): string => `/${fullPath}${TAB.path}`;

function shown(
  context: ProjectPageContext,
  values: ProjectSettingsFields,
  web: WebContext,
  errors?: FieldErrors,
): WebAnswer {
  const { project } = context;
  const isOwner = hasRole(context, Role.Owner, web);
  const facts = { project, here: hereOf(project), isOwner, values, ...(errors ? { errors } : {}) };
  const content = projectSettingsContent(facts, web.frame);
  return page(context.page({ tab: TAB.name, title: 'Settings' }, content), errors ? { status: 422 } : {});
}
