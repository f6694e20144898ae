import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { ALLOW } from '../../src/core/access/allow.decorator.js';
import { startApp } from '../support/app.js';
import type { TestApp } from '../support/app.js';
import { authorizedRoutes } from '../support/every-route.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ jobs: false });
});
afterAll(() => app.close());

interface Handler {
  readonly name: string;
  readonly method: object;
  readonly controller: object;
}

/** Every method of every controller that Nest takes for a route. */
function handlers(): Handler[] {
  const discovery = app.app.get(DiscoveryService, { strict: false });
  const scanner = new MetadataScanner();
  return discovery.getControllers().flatMap(({ metatype }) => {
    const controller = metatype as { name: string; prototype: Record<string, object> };
    return scanner
      .getAllMethodNames(controller.prototype)
      .map((name) => ({ name: `${controller.name}.${name}`, method: controller.prototype[name]!, controller }))
      .filter(({ method }) => Reflect.hasMetadata('path', method));
  });
}

describe('every route', () => {
  it('has @Allow or @Public', () => {
    const open = handlers().filter(({ method, controller }) => {
      const rule: unknown = new Reflector().getAllAndOverride(ALLOW, [method as never, controller as never]);
      return rule === undefined;
    });

    expect(handlers().length).toBeGreaterThan(50);
    expect(open.map(({ name }) => name)).toEqual([]);
  });

  it('runs through AccessGuard or PackageGuard below /api/v4', () => {
    expect(authorizedRoutes(app).length).toBeGreaterThan(50);
  });

  it('about a project or group names it :id', () => {
    const odd = authorizedRoutes(app).filter(
      ({ allow, path }) => (allow.on === 'project' || allow.on === 'group') && !/^\/\w+\/:id(\/|$)/.test(path),
    );

    expect(odd.map(({ verb, path }) => `${verb} ${path}`)).toEqual([]);
  });
});
