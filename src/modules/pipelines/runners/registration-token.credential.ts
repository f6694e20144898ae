import { Injectable } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { toText } from '../../../common/params/coerce.js';
import { ParameterCredential } from '../../../core/access/authorized-by.decorator.js';
import { RunnerRegistrationService } from './runner-registration.service.js';

/** The `token` of the instance, a group or a project that registers runners (contract: triggers §9). */
@Injectable()
export class RegistrationTokenCredential extends ParameterCredential {
  constructor(private readonly registration: RunnerRegistrationService) {
    super();
  }

  override async check({ token }: RawParams): Promise<void> {
    const text = toText(token);
    if (text.ok) {
      await this.registration.reachOf(text.value);
    }
  }
}
