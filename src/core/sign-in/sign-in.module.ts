import { Global, Module } from '@nestjs/common';
import { PasswordLoginsRepository } from './password-logins.repository.js';
import { PasswordLogins } from './password-logins.service.js';
import { SignInAlarm } from './sign-in-alarm.service.js';

@Global()
@Module({ providers: [PasswordLogins, PasswordLoginsRepository, SignInAlarm], exports: [PasswordLogins] })
export class SignInModule {}
