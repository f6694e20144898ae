import { Injectable } from '@nestjs/common';
import { invalidField, NOT_A_VALUE } from '../../../common/errors/catalogue.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { UsersRepository } from '../../../core/users/users.repository.js';
import { textIn } from '../../../platform/views/form-text.js';

/** Finds the user named in the form field `assignee`. */
@Injectable()
export class AssigneeFieldService {
  constructor(private readonly users: UsersRepository) {}

  /**
   * Returns undefined if the form did not send the field, and no ids for an empty name. Throws 400 for an unknown user.
   */
  async idsIn(fields: RawParams): Promise<number[] | undefined> {
    if (fields.assignee === undefined) {
      return undefined;
    }
    const username = textIn(fields, 'assignee').trim();
    const user = username === '' ? null : await this.users.findByUsername(username);
    if (username !== '' && !user) {
      throw invalidField('assignee', NOT_A_VALUE);
    }
    return user ? [user.id] : [];
  }
}
