import { Get, Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { readInput } from '../../../common/params/read-input.js';
import { Role } from '../../access/role.js';
import { groupChanges } from '../group-changes.js';
import { CreateGroupInput } from '../groups.dto.js';
import { GroupCreationService } from '../group-creation.service.js';
import { Fields, PageController, QueryFields, Web } from '../../web/page.decorators.js';
import type { WebContext } from '../../web/web-context.js';
import { SettingsService } from '../../settings/settings.service.js';
import { FormProof } from '../../web/form-proof.decorator.js';
import type { SpamProof } from '../../spam/spam-proof.js';
import { refusedFields } from '../../../platform/views/field-errors.js';
import { textIn } from '../../../platform/views/form-text.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import { newGroupPage } from './new-group.page.js';
import type { NewGroupFields } from './new-group.page.js';
import { blamingNamespace, NamespaceChoiceService } from '../../namespaces/pages/namespace-choice.service.js';

/** Page for creating groups and subgroups (contract: core §5). */
@PageController('dashboard/groups', { who: 'signed-in' })
export class NewGroupController {
  constructor(
    private readonly creation: GroupCreationService,
    private readonly choice: NamespaceChoiceService,
    private readonly settings: SettingsService,
  ) {}

  @Get('new')
  async begin(@QueryFields() query: RawParams, @Web() web: WebContext) {
    const { defaultGroupVisibility: visibility } = await this.settings.current();
    const values = { ...readFields({}), parentId: textIn(query, 'parent_id'), visibility };
    return page(newGroupPage({ parents: await this.parents(values, web), values }, web.frame));
  }

  @Post()
  async create(@Fields() fields: RawParams, @Web() web: WebContext, @FormProof() proof: SpamProof) {
    const values = readFields(fields);
    const outcome = await refusedFields(async () => {
      const input = readInput(CreateGroupInput, asRest(values));
      const { name, path, parent_id: parentId } = input;
      const group = { ...groupChanges(input), name, path, parentId };
      return this.creation.create(group, web.caller, proof).catch(blamingNamespace('parent_id'));
    });
    if ('done' in outcome) {
      return seeOther(`/groups/${outcome.done.fullPath}`);
    }
    const facts = { parents: await this.parents(values, web), values, errors: outcome.errors };
    return page(newGroupPage(facts, web.frame), { status: 422 });
  }

  private async parents({ parentId }: NewGroupFields, { caller }: WebContext) {
    return (await this.choice.of(caller, Role.Maintainer, parentId)).filter(({ kind }) => kind === 'group');
  }
}

const readFields = (fields: RawParams): NewGroupFields => ({
  name: textIn(fields, 'name'),
  path: textIn(fields, 'path'),
  parentId: textIn(fields, 'parent_id'),
  description: textIn(fields, 'description'),
  visibility: textIn(fields, 'visibility'),
});

const asRest = ({ name, path, parentId, description, visibility }: NewGroupFields) => ({
  name,
  path,
  description,
  visibility,
  ...(parentId === '' ? {} : { parent_id: parentId }),
});
