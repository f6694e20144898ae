import { Bool, Filter, Int, INT4_MAX, OneOf, Pattern, Text, Time } from '../../common/params/param.decorators.js';
import { IS_BLANK } from '../../common/errors/catalogue.js';
import type { SortDirection } from '../../common/pagination/page-request.js';
import { AtLeastOne } from '../../common/params/param-registry.js';
import type { ChecksParts } from '../../common/params/read-input.js';
import type { ValidationErrors } from '../../common/params/validation-errors.js';
import { Name, Path } from '../../common/params/name-rules.js';
import { isBlank } from '../../common/text/is-blank.js';
import { isLonger } from '../../common/text/is-longer.js';
import { MAIL_ADDRESS, MAX_MAIL_ADDRESS } from '../../common/text/mail-address.js';
import { DeleteQuery } from '../deletions/delete.dto.js';
import { OIDC } from './identities/user-identity.js';

const MIN_PASSWORD = 8;
const MAX_PASSWORD = 128;
const PASSWORD_SUBSTITUTES = ['reset_password', 'force_random_password'];
const PASSWORD_OR_SUBSTITUTE = ['password', ...PASSWORD_SUBSTITUTES];

const longEnough = (text: string): string | undefined =>
  isLonger(text, MIN_PASSWORD - 1) ? undefined : `is too short (minimum is ${MIN_PASSWORD} characters)`;

const notBlank = (text: string): string | undefined => (isBlank(text) ? IS_BLANK : undefined);

class UserFields {
  @Text({ max: MAX_PASSWORD, check: longEnough, hasDefault: { beside: PASSWORD_SUBSTITUTES } }) password?: string;
  @Bool() reset_password?: boolean;
  @Bool() force_random_password?: boolean;
  @Bool() skip_confirmation?: boolean;
  @Bool() admin?: boolean;
  @Bool() external?: boolean;
  @Bool() can_create_group?: boolean;
  @Int({ min: 0, max: INT4_MAX }) projects_limit?: number;
  @Text({ nullable: true }) bio?: string | null;
  @Text({ nullable: true }) location?: string | null;
  @Text({ nullable: true }) organization?: string | null;
  @Text({ nullable: true }) job_title?: string | null;
  @Text({ nullable: true }) website_url?: string | null;
  @Text({ nullable: true }) public_email?: string | null;
  @Text({ nullable: true, max: 10_000 }) note?: string | null;
  @Bool() private_profile?: boolean;
}

/** Contract: core §3; missing attributes are reported in the order of the declarations. */
@AtLeastOne(...PASSWORD_OR_SUBSTITUTE)
export class CreateUserInput extends UserFields implements ChecksParts {
  @Pattern(MAIL_ADDRESS, { required: true, max: MAX_MAIL_ADDRESS }) email: string;
  @Name({ required: true }) name: string;
  @Path({ required: true, level: 'top' }) username: string;

  /** A substitute set to false does not count. */
  checkParts(errors: ValidationErrors): void {
    if (this.password === undefined && !this.reset_password && !this.force_random_password) {
      errors.lacks(PASSWORD_OR_SUBSTITUTE.join(', '));
    }
  }
}

export class UpdateUserInput extends UserFields {
  @Pattern(MAIL_ADDRESS, { max: MAX_MAIL_ADDRESS, blank: false }) email?: string;
  @Name() name?: string;
  @Path({ level: 'top' }) username?: string;
  @Bool() skip_reconfirmation?: boolean;
  @OneOf([OIDC]) provider?: string;
  @Text({ max: 255, check: notBlank }) extern_uid?: string;
}

export class ListUsersQuery {
  @Filter() username?: string;
  @Filter() search?: string;
  @Bool() active?: boolean;
  @Bool() blocked?: boolean;
  @Bool() external?: boolean;
  @Bool() exclude_external?: boolean;
  @Bool() without_project_bots?: boolean;
  @Bool() humans?: boolean;
  @Bool({ onlyFromAdmins: true }) admins?: boolean;
  @Time() created_before?: Date;
  @Time() created_after?: Date;
  @OneOf(['id', 'name', 'username', 'created_at', 'updated_at'], { hasDefault: true }) order_by?: string;
  @OneOf(['asc', 'desc'], { hasDefault: true }) sort?: SortDirection;
}

export class DeleteUserInput extends DeleteQuery {
  @Bool() hard_delete?: boolean;
}
