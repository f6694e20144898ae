import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { PasswordLoginsRepository } from './password-logins.repository.js';
import { PasswordLoginsService } from './password-logins.service.js';
import { SignInAlarmService } from './sign-in-alarm.service.js';
import { OwnPasswordService } from './pages/own-password.service.js';
import { PasswordController } from './pages/password.controller.js';

/** Sign-in by password, and changing one's own password. */
@Module({
  imports: [UsersModule],
  controllers: [PasswordController],
  providers: [OwnPasswordService, PasswordLoginsService, PasswordLoginsRepository, SignInAlarmService],
  exports: [PasswordLoginsService],
})
export class SignInModule {}
