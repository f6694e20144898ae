import { Module } from '@nestjs/common';
import { AssetsController } from './assets/assets.controller.js';
import { HomeController } from './home/home.controller.js';
import { OwnPassword } from './profile/own-password.service.js';
import { PasswordController } from './profile/password.controller.js';
import { SessionPagesController } from './profile/session-pages.controller.js';
import { TokenPagesController } from './profile/token-pages.controller.js';
import { TwoFactorPagesController } from './profile/two-factor-pages.controller.js';
import { SignInController, SignOutController } from './sign-in/sign-in.controller.js';
import { SignInService } from './sign-in/sign-in.service.js';

/** Pages about people's own accounts, and what all pages load. */
@Module({
  controllers: [
    AssetsController,
    HomeController,
    SignInController,
    SignOutController,
    PasswordController,
    TwoFactorPagesController,
    SessionPagesController,
    TokenPagesController,
  ],
  providers: [SignInService, OwnPassword],
})
export class WebModule {}
