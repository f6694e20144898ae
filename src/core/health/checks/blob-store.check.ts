import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { HealthCheck } from '../health-check.js';
import { BlobStore } from '../../../platform/blob/blob-store.js';

@Injectable()
@Contributes(HealthCheck)
export class BlobStoreCheck extends HealthCheck {
  readonly name = 'blob_store';

  constructor(private readonly blobs: BlobStore) {
    super();
  }

  override probe(): Promise<void> {
    return this.blobs.probe();
  }
}
