import { Module } from '@nestjs/common';
import { ApplicationsModule } from '../applications/applications.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { AuthorizeDeviceController } from './authorize-device.controller.js';
import { DeviceAuthorizationService } from './device-authorization.service.js';
import { DeviceRequestsRepository } from './device-requests.repository.js';
import { DeviceController } from './device.controller.js';

/** Authorizes devices without a browser. */
@Module({
  imports: [ApplicationsModule, ClientsModule],
  controllers: [AuthorizeDeviceController, DeviceController],
  providers: [DeviceAuthorizationService, DeviceRequestsRepository],
  exports: [DeviceRequestsRepository],
})
export class DeviceModule {}
