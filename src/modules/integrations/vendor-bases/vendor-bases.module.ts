import { Module } from '@nestjs/common';
import { VendorBases } from './vendor-bases.js';

/** Base addresses of vendors, for all modules that send to them (contract: integrations §6). */
@Module({ providers: [VendorBases], exports: [VendorBases] })
export class VendorBasesModule {}
