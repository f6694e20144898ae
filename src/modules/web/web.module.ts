import { Module } from '@nestjs/common';
import { AssetsController } from './assets/assets.controller.js';
import { HomeController } from './home/home.controller.js';
import { SignInController, SignOutController } from './sign-in/sign-in.controller.js';
import { SignInService } from './sign-in/sign-in.service.js';

/** Pages about people's own accounts, and what all pages load. */
@Module({
  controllers: [AssetsController, HomeController, SignInController, SignOutController],
  providers: [SignInService],
})
export class WebModule {}
