import { Get, Post } from '@nestjs/common';
import { ApiError } from '../../../common/errors/api-error.js';
import { invalidField } from '../../../common/errors/catalogue.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { readInput } from '../../../common/params/read-input.js';
import { Role } from '../../../core/access/role.js';
import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import { Fields, PageController, PathId, PathText, QueryFields, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { refusedFields } from '../../../platform/views/field-errors.js';
import { pageIn } from '../../../platform/views/pager.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import type { WebAnswer } from '../../../platform/views/web-answer.js';
import { CleanupService } from '../cleanup/cleanup.service.js';
import { cleanupOrder, DeleteTagsInput } from '../cleanup/delete-tags.dto.js';
import { RepositoryDeletionService } from '../deletion/repository-deletion.service.js';
import { RepositoriesService } from '../repositories/repositories.service.js';
import { TagsService } from '../tags/tags.service.js';
import { cleanupPage } from './cleanup.page.js';
import { ImagePagesService, IMAGES_TAB } from './image-pages.service.js';
import { TagPagesService } from './tag-pages.service.js';
import type { CleanupForm, TagsFacts } from './tags.page.js';

/** Pages of a single image repository (contract: registry §3, §4). */
@PageController('*project/-/container_registry/:repository_id', { who: 'anybody' })
export class ImageTagPagesController {
  constructor(
    private readonly pages: ImagePagesService,
    private readonly tagPages: TagPagesService,
    private readonly repositories: RepositoriesService,
    private readonly tags: TagsService,
    private readonly cleanups: CleanupService,
    private readonly deletion: RepositoryDeletionService,
  ) {}

  @Get()
  async list(
    @PathText('project') path: string,
    @PathId('repository_id') id: number,
    @QueryFields() query: RawParams,
    @Web() web: WebContext,
  ) {
    return page(await this.tagPages.show(await this.pages.open(path, web), id, pageIn(query), web));
  }

  @Post()
  async delete(@PathText('project') path: string, @PathId('repository_id') id: number, @Web() web: WebContext) {
    const { project, address } = await this.pages.openFor(Role.Maintainer, path, web);
    await this.deletion.schedule(project, id, web.caller);
    return seeOther(address + IMAGES_TAB.path);
  }

  @Post('tags/:name')
  async deleteTag(
    @PathText('project') path: string,
    @PathId('repository_id') id: number,
    @PathText('name') name: string,
    @Web() web: WebContext,
  ) {
    const { project, address } = await this.pages.openFor(Role.Developer, path, web);
    await this.tags.delete(project, id, name, web.caller);
    return seeOther(web.backTo(`${address}${IMAGES_TAB.path}/${id}`));
  }

  @Post('cleanup')
  async preview(
    @PathText('project') path: string,
    @PathId('repository_id') id: number,
    @Fields() fields: RawParams,
    @Web() web: WebContext,
  ) {
    const context = await this.pages.openFor(Role.Maintainer, path, web);
    const values = readForm(fields);
    const outcome = await refusedFields(async () => {
      const rules = rulesOf(values);
      await this.cleanups.refuseSoonAfter(context.project, id);
      return this.cleanups.preview(context.project, id, rules, web.caller);
    });
    if ('errors' in outcome) {
      return this.again(context, id, web, { values, errors: outcome.errors });
    }
    const repository = await this.repositories.getInProject(context.project, id);
    return page(cleanupPage(context, repository, { values, preview: outcome.done }, web.frame));
  }

  @Post('cleanup/apply')
  async apply(
    @PathText('project') path: string,
    @PathId('repository_id') id: number,
    @Fields() fields: RawParams,
    @Web() web: WebContext,
  ) {
    const context = await this.pages.openFor(Role.Maintainer, path, web);
    const outcome = await refusedFields(() =>
      this.cleanups.apply(context.project, id, textOf(fields.plan_id), web.caller).catch(blamingPlan),
    );
    return 'errors' in outcome
      ? this.again(context, id, web, { values: readForm(fields), errors: outcome.errors })
      : seeOther(`/-/operations/${outcome.done.id}`);
  }

  /** Shows the form again with the values entered. Throws 404 for the repository. */
  private async again(
    context: ProjectPageContext,
    id: number,
    web: WebContext,
    refused: Pick<TagsFacts, 'values' | 'errors'>,
  ): Promise<WebAnswer> {
    return page(await this.tagPages.show(context, id, pageIn({}), web, refused), { status: 422 });
  }
}

const readForm = (fields: RawParams): CleanupForm => ({
  name_regex_delete: textOf(fields.name_regex_delete),
  name_regex_keep: textOf(fields.name_regex_keep),
  keep_n: textOf(fields.keep_n),
  older_than: textOf(fields.older_than),
});

/** Reports a missing plan as expired; a plan is valid for an hour after its preview. */
function blamingPlan(error: unknown): never {
  throw error instanceof ApiError && error.status === 404
    ? invalidField('base', 'This preview has expired. Preview the bulk delete again.')
    : error;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Throws the same errors as the REST call; an empty field counts as absent. */
function rulesOf(values: CleanupForm) {
  const given = Object.fromEntries(Object.entries(values).filter(([, text]) => text !== ''));
  const order = cleanupOrder(readInput(DeleteTagsInput, { ...given, dry_run: 'true' }));
  return 'rules' in order ? order.rules : { deletePattern: '', keepPattern: null, keepNewest: null, olderThan: null };
}
