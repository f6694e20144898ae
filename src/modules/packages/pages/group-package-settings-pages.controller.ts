import { Get, Post } from '@nestjs/common';
import { forbidden } from '../../../common/errors/catalogue.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { readInput } from '../../../common/params/read-input.js';
import { Role } from '../../../core/access/role.js';
import { GroupPagesService } from '../../../core/groups/pages/group-pages.service.js';
import type { GroupPageContext } from '../../../core/groups/pages/group-pages.service.js';
import { Fields, PageController, PathText, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { Env } from '../../../platform/config/env.js';
import { refusedFields } from '../../../platform/views/field-errors.js';
import type { FieldErrors } from '../../../platform/views/field-errors.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import type { Safe } from '../../../platform/views/html.js';
import type { Frame } from '../../../platform/views/layout.js';
import { page } from '../../../platform/views/web-answer.js';
import { packagesClosed } from '../access/package-errors.js';
import { UpdatePackageSettingsInput } from '../settings/package-settings.dto.js';
import { presentPackageSettings } from '../settings/package-settings.presenter.js';
import { PackageSettingsService } from '../settings/package-settings.service.js';
import { changedDuplicates, duplicateForm, duplicateFormOf, typedDuplicates } from './duplicate-settings.form.js';
import type { DuplicateForm } from './duplicate-settings.form.js';
import { PACKAGE_SETTINGS_TAB } from './package-tabs.js';

/** Page with the settings for packages of a group's projects, for Maintainers (contract: packages §6.3). */
@PageController('groups/*path/-/settings/packages', { who: 'signed-in' })
export class GroupPackageSettingsPagesController {
  constructor(
    private readonly groups: GroupPagesService,
    private readonly settings: PackageSettingsService,
    private readonly env: Env,
  ) {}

  @Get()
  async show(@PathText('path') path: string, @Web() web: WebContext) {
    const context = await this.open(path, web);
    return page(settingsPage(context, web.frame, await this.valuesOf(context)));
  }

  @Post()
  async change(@PathText('path') path: string, @Fields() fields: RawParams, @Web() web: WebContext) {
    const context = await this.open(path, web);
    const before = await this.valuesOf(context);
    const typed = typedDuplicates(fields, before);
    const outcome = await refusedFields(async () => {
      const input = readInput(UpdatePackageSettingsInput, changedDuplicates(typed, before));
      await this.settings.changeGroup(context.group, input.toChanges(), web.caller);
    });
    return 'errors' in outcome
      ? page(settingsPage(context, web.frame, typed, { errors: outcome.errors }), { status: 422 })
      : page(settingsPage(context, web.frame, await this.valuesOf(context), { isSaved: true }));
  }

  private async valuesOf({ group }: GroupPageContext): Promise<DuplicateForm> {
    return duplicateFormOf(presentPackageSettings(await this.settings.ofGroup(group)));
  }

  /** Throws 404 if the group is hidden, 403 below Maintainer. */
  private async open(path: string, web: WebContext): Promise<GroupPageContext> {
    if (!this.env.packages.enabled) {
      throw packagesClosed();
    }
    const context = await this.groups.open(path, web);
    if (!web.caller.isAtLeast(Role.Maintainer, context.group.level)) {
      throw forbidden();
    }
    return context;
  }
}

const settingsPage = (
  context: GroupPageContext,
  { csrfToken }: Frame,
  values: DuplicateForm,
  { errors = {}, isSaved = false }: { readonly errors?: FieldErrors; readonly isSaved?: boolean } = {},
): Safe =>
  context.page(
    { tab: PACKAGE_SETTINGS_TAB.name, title: 'Package settings' },
    html`<h1>Package settings</h1>
      ${isSaved ? html`<p class="notice" role="status">What holds for duplicates was saved.</p>` : NOTHING}
      ${duplicateForm({ action: context.address + PACKAGE_SETTINGS_TAB.path, csrfToken }, values, errors)}`,
  );
