import { Injectable } from '@nestjs/common';
import type { RawParams } from '../../../../common/params/form-encoding.js';
import { unknownRoute } from '../../../../common/errors/catalogue.js';
import type { WebContext } from '../../../../core/web/web-context.js';
import { refusedFields } from '../../../../platform/views/field-errors.js';
import { pageIn } from '../../../../platform/views/pager.js';
import { page, seeOther } from '../../../../platform/views/web-answer.js';
import type { WebAnswer } from '../../../../platform/views/web-answer.js';
import type { Application, ApplicationFields } from '../application.js';
import { ApplicationsService } from '../applications.service.js';
import { EMPTY_FORM, formOf, checkForm, readApplicationForm } from './application-form.js';
import { formPage } from './application-form.page.js';
import { showPage } from './application.page.js';
import { listPage } from './applications.page.js';
import type { Area } from './area.js';

const UNPROCESSABLE = { status: 422 };

/** Pages about applications: a user's own ones, or all for administrators (contract: oauth §3). */
@Injectable()
export class ApplicationPagesService {
  constructor(private readonly applications: ApplicationsService) {}

  async list(area: Area, { caller, frame }: WebContext, query: RawParams): Promise<WebAnswer> {
    const shown = await this.applications.newestFirst(area.isAdmin ? null : caller.userId, pageIn(query));
    return page(listPage(area, shown, frame));
  }

  blank(area: Area, { frame }: WebContext): WebAnswer {
    return page(formPage({ area, frame, values: EMPTY_FORM }));
  }

  async create(area: Area, { caller, frame }: WebContext, fields: RawParams): Promise<WebAnswer> {
    const values = readApplicationForm(fields);
    const ownerId = area.isAdmin ? null : caller.userId;
    const outcome = await refusedFields(async () => this.applications.create(checked(area, values), ownerId, caller));
    return 'errors' in outcome
      ? page(formPage({ area, frame, values, errors: outcome.errors }), UNPROCESSABLE)
      : page(showPage({ area, frame, ...outcome.done, notice: 'The application was registered.' }));
  }

  async show(area: Area, web: WebContext, id: number): Promise<WebAnswer> {
    return page(showPage({ area, frame: web.frame, application: await this.get(area, web, id) }));
  }

  async edit(area: Area, web: WebContext, id: number): Promise<WebAnswer> {
    const application = await this.get(area, web, id);
    return page(formPage({ area, frame: web.frame, values: formOf(application), application }));
  }

  /** Forms cannot send PATCH and DELETE, so the field `_method` names the method. */
  async change(area: Area, web: WebContext, id: number, fields: RawParams): Promise<WebAnswer> {
    const application = await this.get(area, web, id);
    if (fields._method === 'delete') {
      await this.applications.delete(application);
      return seeOther(area.base);
    }
    if (fields._method !== 'patch') {
      throw unknownRoute();
    }
    return this.update(area, web, application, fields);
  }

  async renewSecret(area: Area, web: WebContext, id: number): Promise<WebAnswer> {
    const renewed = await this.applications.renewSecret(await this.get(area, web, id), 0);
    const notice = 'The secret was renewed. The old one does not work any more.';
    return page(showPage({ area, frame: web.frame, ...renewed, notice }));
  }

  private async update(area: Area, web: WebContext, application: Application, fields: RawParams): Promise<WebAnswer> {
    const { caller, frame } = web;
    const values = readApplicationForm(fields);
    const outcome = await refusedFields(async () => {
      const { trusted, ...changes } = checked(area, values);
      await this.applications.update(application, area.isAdmin ? { ...changes, trusted } : changes, caller);
    });
    return 'errors' in outcome
      ? page(formPage({ area, frame, values, errors: outcome.errors, application }), UNPROCESSABLE)
      : seeOther(`${area.base}/${application.id}`);
  }

  /** Throws 404 for an application of another user. */
  private get({ isAdmin }: Area, { caller }: WebContext, id: number): Promise<Application> {
    return isAdmin ? this.applications.get(id) : this.applications.getOwn(caller.userId, id);
  }
}

/** Only administrators may mark applications as trusted. */
const checked = ({ isAdmin }: Area, values: ReturnType<typeof readApplicationForm>): ApplicationFields =>
  checkForm(isAdmin ? values : { ...values, trusted: false });
