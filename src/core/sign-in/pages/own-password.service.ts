import { Injectable } from '@nestjs/common';
import { invalidField, IS_INVALID } from '../../../common/errors/catalogue.js';
import { Text } from '../../../common/params/param.decorators.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { readInput } from '../../../common/params/read-input.js';
import { ValidationErrors } from '../../../common/params/validation-errors.js';
import type { WebContext } from '../../web/web-context.js';
import { PasswordLoginsService } from '../password-logins.service.js';
import { UpdateUserInput } from '../../users/users.dto.js';
import { AccountUpdatesService } from '../../users/account-updates.service.js';

class PasswordForm extends UpdateUserInput {
  @Text({ required: true, max: 1000 }) current_password: string;
  @Text({ max: 1000 }) password_confirmation?: string;
}

const NO_MATCH = "doesn't match the new password";

/** Changes a user's own password. */
@Injectable()
export class OwnPasswordService {
  constructor(
    private readonly logins: PasswordLoginsService,
    private readonly accounts: AccountUpdatesService,
  ) {}

  /** Throws 400 for the field, 429 after too many wrong passwords. */
  async change({ caller, session, browser }: WebContext, fields: RawParams): Promise<void> {
    const { current_password, password = '', password_confirmation } = fields;
    const errors = new ValidationErrors();
    const form = readInput(PasswordForm, { current_password, password, password_confirmation }, errors);
    errors.about('password_confirmation', password === password_confirmation ? undefined : NO_MATCH);
    errors.refuseAny();
    if (!caller.account || !(await this.logins.isOwn(caller.account, form.current_password, browser.address))) {
      throw invalidField('current_password', IS_INVALID);
    }
    await this.accounts.update(caller.userId, { columns: {}, password: form.password, sessionId: session?.id });
  }
}
