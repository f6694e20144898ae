import { Global, Module } from '@nestjs/common';
import { PasswordLoginsRepository } from './password-logins.repository.js';
import { PasswordLoginsService } from './password-logins.service.js';
import { SignInAlarmService } from './sign-in-alarm.service.js';

@Global()
@Module({
  providers: [PasswordLoginsService, PasswordLoginsRepository, SignInAlarmService],
  exports: [PasswordLoginsService],
})
export class SignInModule {}
