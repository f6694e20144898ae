import { Injectable } from '@nestjs/common';
import { ApiError } from '../../../common/errors/api-error.js';
import { invalidField } from '../../../common/errors/catalogue.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { readInput } from '../../../common/params/read-input.js';
import { ValidationErrors } from '../../../common/params/validation-errors.js';
import { UpdateMemberInput } from '../members.dto.js';
import { MembersService } from '../members.service.js';
import type { WebContext } from '../../web/web-context.js';
import { UsersRepository } from '../../users/users.repository.js';
import { refusedFields } from '../../../platform/views/field-errors.js';
import type { FieldErrors } from '../../../platform/views/field-errors.js';
import { textIn } from '../../../platform/views/form-text.js';
import { pageIn } from '../../../platform/views/pager.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import type { WebAnswer } from '../../../platform/views/web-answer.js';
import { refuseUnlessManager } from './container-context.js';
import type { ContainerContext } from './container-context.js';
import { memberContent, membersContent } from './members.page.js';
import type { MemberFields } from './members.page.js';
import { grantableLevels } from './role-field.js';

export const MEMBERS_TAB = { name: 'Members', path: '/-/members', position: 10 } as const;

/** Maximum page size. */
const AS_MANY = { kind: 'offset', page: 1, perPage: 100 } as const;

/** Pages about members, for projects and groups; the rules are those of the API (contract: core §7). */
@Injectable()
export class MemberPagesService {
  constructor(
    private readonly members: MembersService,
    private readonly users: UsersRepository,
  ) {}

  list(context: ContainerContext, query: RawParams, web: WebContext): Promise<WebAnswer> {
    return this.show(context, query, web);
  }

  /** Throws 403 without permission, and above one's own role. */
  async add(context: ContainerContext, fields: RawParams, web: WebContext): Promise<WebAnswer> {
    refuseUnlessManager(context);
    const values = readFields(fields);
    const outcome = await refusedFields(() => this.checkedAdd(context, values, web));
    return 'errors' in outcome
      ? this.show(context, {}, web, { values, errors: outcome.errors })
      : seeOther(hereOf(context));
  }

  /** Throws 403, 404. */
  async edit(context: ContainerContext, userId: number, web: WebContext): Promise<WebAnswer> {
    refuseUnlessManager(context);
    const { level, expiresAt } = await this.members.get(context.container, userId);
    return this.form(context, userId, web, { level: String(level), expiresAt: expiresAt ?? '' });
  }

  /** Changes or ends a membership; everyone may leave. Throws 403, 404. */
  async change(context: ContainerContext, userId: number, fields: RawParams, web: WebContext): Promise<WebAnswer> {
    if (textIn(fields, '_method') === 'delete') {
      return this.remove(context, userId, web);
    }
    refuseUnlessManager(context);
    const values = readFields(fields);
    const outcome = await refusedFields(async () => {
      const input = readInput(UpdateMemberInput, {
        access_level: values.level,
        expires_at: values.expiresAt === '' ? null : values.expiresAt,
      });
      const grant = { level: input.access_level, expiresAt: input.expires_at };
      return this.members.change(context.container, userId, grant, web.caller);
    });
    return 'errors' in outcome ? this.form(context, userId, web, values, outcome.errors) : seeOther(hereOf(context));
  }

  private async remove(context: ContainerContext, userId: number, web: WebContext): Promise<WebAnswer> {
    await this.members.remove(context.container, userId, web.caller, context.managerRole);
    return seeOther(userId === web.caller.userId ? `/dashboard/${context.container.type}s` : hereOf(context));
  }

  private async checkedAdd(
    { container }: ContainerContext,
    values: MemberFields,
    { caller }: WebContext,
  ): Promise<void> {
    const found = await this.users.findByUsername(values.username.trim().replace(/^@/, ''));
    const userId = found?.kind === 'human' ? found.id : null;
    const errors = new ValidationErrors();
    errors.about('username', userId === null ? 'is not known here' : undefined);
    const fields = { access_level: values.level, expires_at: values.expiresAt };
    const input = readInput(UpdateMemberInput, fields, errors);
    errors.refuseAny();
    const grant = { level: input.access_level, expiresAt: input.expires_at };
    if (userId !== null) {
      await this.members.add(container, userId, grant, caller).catch((error: unknown) => {
        throw error instanceof ApiError && error.status === 409
          ? invalidField('username', 'is a member already')
          : error;
      });
    }
  }

  private async show(
    context: ContainerContext,
    query: RawParams,
    { caller, frame }: WebContext,
    refused?: { readonly values: MemberFields; readonly errors: FieldErrors },
  ): Promise<WebAnswer> {
    const { container, isManager } = context;
    const members = await this.members.listAll(container, {}, pageIn(query));
    const userIds = members.items.map(({ id }) => id);
    const direct = userIds.length === 0 ? [] : (await this.members.list(container, { userIds }, AS_MANY)).items;
    const content = membersContent(
      {
        members,
        directIds: new Set(direct.map(({ id }) => id)),
        here: hereOf(context),
        isManager,
        levels: grantableLevels(container, caller),
        ownId: caller.userId,
        ...refused,
      },
      frame,
    );
    return page(context.page({ tab: MEMBERS_TAB.name, title: 'Members' }, content), refused ? { status: 422 } : {});
  }

  private async form(
    context: ContainerContext,
    userId: number,
    { caller, frame }: WebContext,
    values: Pick<MemberFields, 'level' | 'expiresAt'>,
    errors?: FieldErrors,
  ): Promise<WebAnswer> {
    const member = await this.members.get(context.container, userId);
    const levels = grantableLevels(context.container, caller);
    const facts = { member, here: hereOf(context), levels, values, ...(errors ? { errors } : {}) };
    const shown = context.page({ tab: MEMBERS_TAB.name, title: member.name }, memberContent(facts, frame));
    return page(shown, errors ? { status: 422 } : {});
  }
}

const hereOf = ({ address }: ContainerContext): string => address + MEMBERS_TAB.path;

const readFields = (fields: RawParams): MemberFields => ({
  username: textIn(fields, 'username'),
  level: textIn(fields, 'access_level'),
  expiresAt: textIn(fields, 'expires_at'),
});
