import { Get, Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { readInput } from '../../../common/params/read-input.js';
import type { Caller } from '../../access/caller.js';
import { Role } from '../../access/role.js';
import { newProject } from '../project-changes.js';
import { CreateProjectInput } from '../projects.dto.js';
import { ProjectCreationService } from '../project-creation.service.js';
import { Fields, PageController, QueryFields, Web } from '../../web/page.decorators.js';
import type { WebContext } from '../../web/web-context.js';
import { SettingsService } from '../../settings/settings.service.js';
import { FormProof } from '../../web/form-proof.decorator.js';
import type { SpamProof } from '../../spam/spam-proof.js';
import { refusedFields } from '../../../platform/views/field-errors.js';
import { textIn } from '../../../platform/views/form-text.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import { newProjectPage } from './new-project.page.js';
import type { NewProjectFields } from './new-project.page.js';
import { blamingNamespace, NamespaceChoiceService } from '../../namespaces/pages/namespace-choice.service.js';

/** New projects (contract: core §6). */
@PageController('dashboard/projects', { who: 'signed-in' })
export class NewProjectController {
  constructor(
    private readonly creation: ProjectCreationService,
    private readonly choice: NamespaceChoiceService,
    private readonly settings: SettingsService,
  ) {}

  @Get('new')
  async begin(@QueryFields() query: RawParams, @Web() { caller, frame }: WebContext) {
    const { defaultProjectVisibility: visibility } = await this.settings.current();
    const values = { ...readFields({}), namespaceId: textIn(query, 'namespace_id'), visibility };
    return page(newProjectPage({ namespaces: await this.choiceFor(values, caller), values }, frame));
  }

  @Post()
  async create(@Fields() fields: RawParams, @Web() { caller, frame }: WebContext, @FormProof() proof: SpamProof) {
    const values = readFields(fields);
    const outcome = await refusedFields(async () => {
      const input = readInput(CreateProjectInput, asRest(values));
      const project = { ...newProject(input), namespaceId: input.namespace_id };
      return this.creation.create(project, caller, proof).catch(blamingNamespace('namespace_id'));
    });
    if ('done' in outcome) {
      return seeOther(`/${outcome.done.fullPath}`);
    }
    const namespaces = await this.choiceFor(values, caller);
    return page(newProjectPage({ namespaces, values, errors: outcome.errors }, frame), { status: 422 });
  }

  private choiceFor({ namespaceId }: NewProjectFields, caller: Caller) {
    return this.choice.of(caller, Role.Developer, namespaceId);
  }
}

const readFields = (fields: RawParams): NewProjectFields => ({
  name: textIn(fields, 'name'),
  path: textIn(fields, 'path'),
  namespaceId: textIn(fields, 'namespace_id'),
  description: textIn(fields, 'description'),
  visibility: textIn(fields, 'visibility'),
  withReadme: textIn(fields, 'initialize_with_readme') !== '',
});

const asRest = ({ name, path, namespaceId, description, visibility, withReadme }: NewProjectFields) => ({
  name,
  description,
  visibility,
  initialize_with_readme: withReadme,
  ...(path === '' ? {} : { path }),
  ...(namespaceId === '' ? {} : { namespace_id: namespaceId }),
});
