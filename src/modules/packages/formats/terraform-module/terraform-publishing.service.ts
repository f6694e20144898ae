import { Injectable } from '@nestjs/common';
import { forbidden, invalid, IS_INVALID } from '../../../../common/errors/catalogue.js';
import type { HttpRequest } from '../../../../platform/http/http-types.js';
import { PackagePublishingService } from '../../files/package-publishing.service.js';
import { publisherOf } from '../../protocol/package-call.js';
import type { PackageCall } from '../../protocol/package-call.js';
import { ArchiveSniffer } from './archive-kind.js';
import { invalidNames, packageName } from './module-address.js';
import type { ModuleVersion } from './module-address.js';
import { TerraformRepository } from './terraform.repository.js';

const TYPE = 'terraform_module';

/** Publishes Terraform modules (contract: packages §5.9). */
@Injectable()
export class TerraformPublishingService {
  constructor(
    private readonly publishing: PackagePublishingService,
    private readonly modules: TerraformRepository,
  ) {}

  /** Throws 400, and 403 for a version or module that exists; of parallel calls, only one publishes. */
  async publish(call: PackageCall, path: ModuleVersion, request: HttpRequest): Promise<void> {
    refuseInvalid(path);
    const { 'content-length': length } = request.headers;
    this.publishing.refuseTooLarge(TYPE, length === undefined ? null : Number(length));
    const sniffer = new ArchiveSniffer();
    const content = await this.publishing.receive(TYPE, sniffer.pass(request)).catch((error: unknown) => {
      request.resume(); // so that the refusal can still be read on this connection
      throw error;
    });
    const { creatorId, pipelineId } = publisherOf(call);
    const { projectId } = call.project;
    const [name, { version }] = [packageName(path), path];
    const keys = { name, nameKey: name, version, versionKey: version };
    await this.publishing.publish(
      {
        draft: { ...keys, projectId, packageType: TYPE, status: 'default', creatorId },
        fileName: `${path.name}-${path.system}-${version}.${sniffer.kind}`,
        isSole: false,
        pipelineId,
        metadata: { archive: sniffer.kind },
        also: ({ packageId }) => this.refuseTaken(packageId, projectId, name),
      },
      content,
    );
  }

  /** The row of the package is locked, so a second publisher of the version sees the file of the first. */
  private async refuseTaken(packageId: number, projectId: number, name: string): Promise<void> {
    if (await this.modules.hasOtherFile(packageId)) {
      throw forbidden('Package version already exists.');
    }
    if (await this.modules.isHeldElsewhere(projectId, name)) {
      throw forbidden('A module with the same name already exists in the namespace.');
    }
  }
}

function refuseInvalid(path: ModuleVersion): void {
  const wrong = invalidNames(path);
  if (wrong.length > 0) {
    throw invalid(Object.fromEntries(wrong.map((name) => [name, [IS_INVALID]])));
  }
}
