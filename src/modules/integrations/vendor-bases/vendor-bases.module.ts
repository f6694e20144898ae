import { Module } from '@nestjs/common';
import { VendorBases } from './vendor-bases.js';

/** Addresses of vendors, for whatever sends to them (contract: integrations §6). */
@Module({ providers: [VendorBases], exports: [VendorBases] })
export class VendorBasesModule {}
