import { Get, Post } from '@nestjs/common';
import { forbidden } from '../../../common/errors/catalogue.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { readInput } from '../../../common/params/read-input.js';
import { Role } from '../../../core/access/role.js';
import type { ProjectPageContext } from '../../../core/projects/pages/project-pages.service.js';
import { levelOf } from '../../../core/projects/project.js';
import { Fields, PageController, PathText, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import type { FieldErrors } from '../../../platform/views/field-errors.js';
import { refusedFields } from '../../../platform/views/field-errors.js';
import { html, NOTHING } from '../../../platform/views/html.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import type { WebAnswer } from '../../../platform/views/web-answer.js';
import { UpdatePackageCleanupPolicyInput } from '../cleanup/package-cleanup-policy.dto.js';
import { PackageCleanupPoliciesService } from '../cleanup/package-cleanup-policies.service.js';
import { presentPolicy } from '../cleanup/package-cleanup.presenter.js';
import { PackageCleanupService } from '../cleanup/package-cleanup.service.js';
import { UpdatePackageSettingsInput } from '../settings/package-settings.dto.js';
import { presentPackageSettings } from '../settings/package-settings.presenter.js';
import { PackageSettingsService } from '../settings/package-settings.service.js';
import { cleanupPolicyForm, policyFormOf, policyParameters, typedPolicy } from './cleanup-policy.form.js';
import type { CleanupPolicyForm } from './cleanup-policy.form.js';
import { changedDuplicates, duplicateForm, duplicateFormOf, typedDuplicates } from './duplicate-settings.form.js';
import type { DuplicateForm } from './duplicate-settings.form.js';
import { packageCleanupPage } from './package-cleanup.page.js';
import { PackagePagesService } from './package-pages.service.js';
import { PACKAGE_SETTINGS_TAB } from './package-tabs.js';

/** A submitted form: the values entered and their errors, or a notice that it was saved. */
interface Sent {
  readonly policy?: CleanupPolicyForm;
  readonly policyErrors?: FieldErrors;
  readonly duplicates?: DuplicateForm;
  readonly duplicateErrors?: FieldErrors;
  readonly notice?: string;
}

/** Pages with the package settings of a project, for Maintainers (contract: packages §6.2, §6.3). */
@PageController('*project/-/settings/packages', { who: 'signed-in' })
export class PackageSettingsPagesController {
  constructor(
    private readonly pages: PackagePagesService,
    private readonly policies: PackageCleanupPoliciesService,
    private readonly cleanup: PackageCleanupService,
    private readonly settings: PackageSettingsService,
  ) {}

  @Get()
  async show(@PathText('project') path: string, @Web() web: WebContext) {
    return this.shown(await this.open(path, web), web);
  }

  @Post('cleanup_policy')
  async changePolicy(@PathText('project') path: string, @Fields() fields: RawParams, @Web() web: WebContext) {
    const context = await this.open(path, web);
    const policy = typedPolicy(fields);
    const outcome = await refusedFields(async () => {
      const input = readInput(UpdatePackageCleanupPolicyInput, policyParameters(policy));
      await this.policies.change(context.project, (kept) => input.changed(kept), web.caller);
    });
    return 'errors' in outcome
      ? this.shown(context, web, { policy, policyErrors: outcome.errors })
      : this.shown(context, web, { notice: 'The clean-up policy was saved.' });
  }

  @Post('duplicates')
  async changeDuplicates(@PathText('project') path: string, @Fields() fields: RawParams, @Web() web: WebContext) {
    const context = await this.open(path, web);
    const before = duplicateFormOf(presentPackageSettings(await this.settings.ofProject(context.project)));
    const duplicates = typedDuplicates(fields, before);
    const outcome = await refusedFields(async () => {
      const input = readInput(UpdatePackageSettingsInput, changedDuplicates(duplicates, before));
      await this.settings.changeProject(context.project, input.toChanges(), web.caller);
    });
    return 'errors' in outcome
      ? this.shown(context, web, { duplicates, duplicateErrors: outcome.errors })
      : this.shown(context, web, { notice: 'What holds for duplicates was saved.' });
  }

  @Get('cleanup')
  async preview(@PathText('project') path: string, @Web() web: WebContext) {
    const context = await this.open(path, web);
    return page(packageCleanupPage(context, await this.cleanup.preview(context.project), web.frame));
  }

  @Post('cleanup')
  async run(@PathText('project') path: string, @Web() web: WebContext) {
    const { project } = await this.open(path, web);
    const operation = await this.cleanup.start(project, web.caller);
    return seeOther(`/-/operations/${operation.id}`);
  }

  /** Throws 404 if the project is hidden, 403 below Maintainer. */
  private async open(path: string, web: WebContext): Promise<ProjectPageContext> {
    const context = await this.pages.open(path, web);
    if (!web.caller.isAtLeast(Role.Maintainer, levelOf(context.project))) {
      throw forbidden();
    }
    return context;
  }

  private async shown(context: ProjectPageContext, { frame }: WebContext, sent: Sent = {}): Promise<WebAnswer> {
    const [policy, duplicates] = await Promise.all([
      this.policies.get(context.project.id),
      this.settings.ofProject(context.project),
    ]);
    const here = context.address + PACKAGE_SETTINGS_TAB.path;
    const { csrfToken } = frame;
    const beside = html`<a class="button plain" href="${here}/cleanup">Preview the saved policy</a>`;
    const content = context.page(
      { tab: PACKAGE_SETTINGS_TAB.name, title: 'Package settings' },
      html`<h1>Package settings</h1>
        ${sent.notice === undefined ? NOTHING : html`<p class="notice" role="status">${sent.notice}</p>`}
        ${cleanupPolicyForm(
          { action: `${here}/cleanup_policy`, csrfToken, beside },
          sent.policy ?? policyFormOf(presentPolicy(policy)),
          sent.policyErrors ?? {},
        )}
        ${duplicateForm(
          { action: `${here}/duplicates`, csrfToken },
          sent.duplicates ?? duplicateFormOf(presentPackageSettings(duplicates)),
          sent.duplicateErrors ?? {},
        )}`,
    );
    return page(content, sent.policyErrors || sent.duplicateErrors ? { status: 422 } : {});
  }
}
