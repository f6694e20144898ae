import { Get, Post } from '@nestjs/common';
import { notFound } from '../../common/errors/catalogue.js';
import type { RawParams } from '../../common/params/form-encoding.js';
import { isFeature } from './features.js';
import { FeaturesService } from './features.service.js';
import { Fields, PageController, PathText, Web } from '../web/page.decorators.js';
import type { WebContext } from '../web/web-context.js';
import { button, form, hidden } from '../../platform/views/forms.js';
import { html } from '../../platform/views/html.js';
import { table } from '../../platform/views/table.js';
import { page, seeOther } from '../../platform/views/web-answer.js';
import { adminPage } from '../../platform/views/admin-layout.js';

const BASE = '/admin/features';

/** Feature flags of the instance (contract: conventions §16). */
@PageController('admin/features', { who: 'administrator' })
export class AdminFeaturesController {
  constructor(private readonly features: FeaturesService) {}

  @Get()
  async list(@Web() { frame }: WebContext) {
    const rows = (await this.features.list()).map(({ name, isOn }) => [
      html`<code>${name}</code>`,
      html`<span class="tag ${isOn ? 'good' : ''}">${isOn ? 'on' : 'off'}</span>`,
      form({ action: `${BASE}/${name}`, csrfToken: frame.csrfToken, className: '' }, [
        hidden('value', isOn ? 'false' : 'true'),
        button(isOn ? 'Disable' : 'Enable', 'plain'),
      ]),
    ]);
    return page(
      adminPage('Feature flags', frame, html`<div class="card">${table(['Feature flag', 'State', ''], rows)}</div>`),
    );
  }

  @Post(':name')
  async set(@PathText('name') name: string, @Fields() { value }: RawParams, @Web() { caller }: WebContext) {
    if (!isFeature(name)) {
      throw notFound('Feature');
    }
    await this.features.set(name, value === 'true', caller);
    return seeOther(BASE);
  }
}
