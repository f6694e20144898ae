import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Commands } from './commands.js';

@Module({ imports: [DiscoveryModule], providers: [Commands], exports: [Commands] })
export class CliModule {}
