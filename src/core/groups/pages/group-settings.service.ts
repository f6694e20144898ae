import { Injectable } from '@nestjs/common';
import { forbidden } from '../../../common/errors/catalogue.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { readInput } from '../../../common/params/read-input.js';
import { Role } from '../../access/role.js';
import { groupChanges } from '../group-changes.js';
import { UpdateGroupInput } from '../groups.dto.js';
import { GroupDeletionPreviewsService } from '../group-deletion-previews.service.js';
import { GroupDeletionService } from '../group-deletion.service.js';
import type { Group } from '../group.js';
import { GroupUpdatesService } from '../group-updates.service.js';
import { GroupTabs } from './group-tabs.js';
import { GroupPagesService } from './group-pages.service.js';
import type { GroupPageContext } from './group-pages.service.js';
import type { WebContext } from '../../web/web-context.js';
import type { SpamProof } from '../../spam/spam-proof.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { refusedFields } from '../../../platform/views/field-errors.js';
import type { FieldErrors } from '../../../platform/views/field-errors.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import type { WebAnswer } from '../../../platform/views/web-answer.js';
import { deletionContent } from '../../namespaces/pages/deletion.section.js';
import { groupSettingsOf, sentGroupSettings } from './group-settings.form.js';
import type { GroupSettingsFields } from './group-settings.form.js';
import { groupSettingsContent } from './group-settings.page.js';
import { refuseUnconfirmed } from '../../projects/pages/project-settings.service.js';
import type { ContainerSettings } from '../../namespaces/pages/settings-routes.js';

const TAB = { name: 'General', path: '/-/edit', position: 10, isSetting: true, least: Role.Owner } as const;

@Injectable()
@Contributes(GroupTabs)
export class GroupSettingsTabs extends GroupTabs {
  readonly tabs = [TAB];
}

/** Pages with the settings of a group; the rules are those of the API (contract: core §5, §10). */
@Injectable()
export class GroupSettingsService implements ContainerSettings {
  constructor(
    private readonly pages: GroupPagesService,
    private readonly updates: GroupUpdatesService,
    private readonly deletion: GroupDeletionService,
    private readonly previews: GroupDeletionPreviewsService,
  ) {}

  /** Throws 403 below Owner. */
  async show(path: string, web: WebContext): Promise<WebAnswer> {
    const context = await this.open(path, web);
    return shown(context, groupSettingsOf(context.group), web);
  }

  /** Fields that were not sent stay unchanged. */
  async save(path: string, fields: RawParams, web: WebContext, proof: SpamProof): Promise<WebAnswer> {
    const context = await this.open(path, web);
    const values = sentGroupSettings(fields, groupSettingsOf(context.group));
    const outcome = await refusedFields(async () => {
      const { description, ...plain } = values;
      const input = readInput(UpdateGroupInput, { ...plain, description: description === '' ? null : description });
      const edit = { ...groupChanges(input), name: input.name, path: input.path };
      return this.updates.update(context.group, edit, web.caller, proof);
    });
    return 'errors' in outcome ? shown(context, values, web, outcome.errors) : seeOther(hereOf(outcome.done));
  }

  /** A separate form, whose only field is the path. */
  move(path: string, fields: RawParams, web: WebContext, proof: SpamProof): Promise<WebAnswer> {
    return this.save(path, fields, web, proof);
  }

  /** Shows what a deletion would remove. */
  async confirm(path: string, web: WebContext, errors?: FieldErrors): Promise<WebAnswer> {
    const context = await this.open(path, web);
    const { group } = context;
    const preview = await this.previews.of(group);
    const facts = { what: 'group', action: `${hereOf(group)}/delete`, fullPath: group.fullPath, preview } as const;
    const content = deletionContent({ ...facts, ...(errors ? { errors } : {}) }, web.frame);
    return page(context.page({ tab: TAB.name, title: 'Delete group' }, content), errors ? { status: 422 } : {});
  }

  async delete(path: string, fields: RawParams, web: WebContext): Promise<WebAnswer> {
    const { group } = await this.open(path, web);
    const outcome = await refusedFields(async () => {
      refuseUnconfirmed(fields, group.fullPath);
      return this.deletion.schedule(group, web.caller);
    });
    return 'errors' in outcome ? this.confirm(path, web, outcome.errors) : seeOther(`/-/operations/${outcome.done.id}`);
  }

  private async open(path: string, web: WebContext): Promise<GroupPageContext> {
    const context = await this.pages.open(path, web);
    if (!web.caller.isAtLeast(Role.Owner, context.group.level)) {
      throw forbidden();
    }
    return context;
  }
}

const hereOf = ({ fullPath }: Group): string => `/groups/${fullPath}${TAB.path}`;

function shown(
  context: GroupPageContext,
  values: GroupSettingsFields,
  { frame }: WebContext,
  errors?: FieldErrors,
): WebAnswer {
  const facts = { here: hereOf(context.group), values, ...(errors ? { errors } : {}) };
  const content = groupSettingsContent(facts, frame);
  return page(context.page({ tab: TAB.name, title: 'Settings' }, content), errors ? { status: 422 } : {});
}
