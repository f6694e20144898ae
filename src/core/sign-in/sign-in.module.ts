import { Global, Module } from '@nestjs/common';
import { PasswordLoginsRepository } from './password-logins.repository.js';
import { PasswordLogins } from './password-logins.service.js';

@Global()
@Module({ providers: [PasswordLogins, PasswordLoginsRepository], exports: [PasswordLogins] })
export class SignInModule {}
