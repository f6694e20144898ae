import { Global, Module } from '@nestjs/common';
import { AddressGuard } from './address-guard.js';
import { OutboundHttp } from './outbound-http.js';
import { OutboundTcp } from './outbound-tcp.js';

/** Requests of the service to other hosts (contract: integrations §7). */
@Global()
@Module({ providers: [AddressGuard, OutboundHttp, OutboundTcp], exports: [AddressGuard, OutboundHttp, OutboundTcp] })
export class OutboundModule {}
