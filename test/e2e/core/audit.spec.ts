import { AuditSealingService } from '../../../src/core/audit/audit-sealing.service.js';
import { AuditVerifyCommand } from '../../../src/core/audit/audit-verify.command.js';
import { aGroup, aMember, aProject, aUser } from '../../builders/records.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

async function anAuditedGroup() {
  const owner = await aUser(app);
  const group = await aGroup(owner.api);
  const project = await aProject(owner.api, { namespace_id: group.id });
  return { owner, group, project };
}

describe('GET /groups/:id/audit_events', () => {
  it('shows the owner the events of the group and its projects, newest first', async () => {
    const { owner, group, project } = await anAuditedGroup();
    await owner.api.put(`projects/${project.id}`, { container_registry_access_level: 'private' });

    const { status, body } = await owner.api.get(`groups/${group.id}/audit_events`);

    expect(status).toBe(200);
    expect(body.map((event: { entity_type: string }) => event.entity_type)).toEqual(['Project', 'Project', 'Group']);
    expect(body[0]).toMatchObject({
      author_id: owner.id,
      entity_id: project.id,
      details: {
        change: 'container_registry_access_level',
        from: 'enabled',
        to: 'private',
        author_name: owner.username,
      },
    });
  });

  it('names the administrator who made the impersonation token, also after its rotation', async () => {
    const { owner, group } = await anAuditedGroup();
    const admin = await aUser(app, { admin: true });
    const { token } = (
      await admin.api.post(`users/${owner.id}/impersonation_tokens`, { name: 'help', scopes: ['api'] })
    ).body;
    const rotated = (await app.as(token).post('personal_access_tokens/self/rotate')).body;

    await app.as(rotated.token).put(`groups/${group.id}`, { name: 'Helped' });

    const [event] = (await owner.api.get(`groups/${group.id}/audit_events`)).body;
    expect(event).toMatchObject({ author_id: owner.id, details: { impersonated_by: admin.username } });
  });

  it('refuses members below Owner, users who are no members, and anonymous callers', async () => {
    const { group } = await anAuditedGroup();
    const maintainer = await aMember(app, { group }, 40);
    const stranger = await aUser(app);

    expect((await maintainer.api.get(`groups/${group.id}/audit_events`)).status).toBe(403);
    expect((await stranger.api.get(`groups/${group.id}/audit_events`)).status).toBe(404);
    expect((await app.anonymous.get(`groups/${group.id}/audit_events`)).status).toBe(401);
  });

  it('has keyset pagination with id descending only', async () => {
    const { owner, group } = await anAuditedGroup();

    const first = await owner.api.get(
      `groups/${group.id}/audit_events?pagination=keyset&order_by=id&sort=desc&per_page=1`,
    );
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await owner.api.get(next);
    const wrong = await owner.api.get(`groups/${group.id}/audit_events?pagination=keyset&order_by=id&sort=asc`);

    expect(first.body).toHaveLength(1);
    expect(second.body[0].id).toBeLessThan(first.body[0].id);
    expect(wrong.status).toBe(405);
  });

  it('answers one event by its id, and 404 for one of another group', async () => {
    const { owner, group } = await anAuditedGroup();
    const other = await anAuditedGroup();
    const [event] = (await owner.api.get(`groups/${group.id}/audit_events`)).body;

    expect((await owner.api.get(`groups/${group.id}/audit_events/${event.id}`)).body).toEqual(event);
    expect(await other.owner.api.get(`groups/${other.group.id}/audit_events/${event.id}`)).toMatchObject({
      status: 404,
      body: { message: '404 Audit Event Not Found' },
    });
  });
});

describe('AuditVerifyCommand', () => {
  it('exits with 0 for a whole hash chain, and with 1 when a row was changed', async () => {
    const { group } = await anAuditedGroup();
    await app.app.get(AuditSealingService).sealAll();
    const verify = app.app.get(AuditVerifyCommand);
    expect(await verify.run([])).toBe(0);

    await app.sql(
      `update audit_events set details = details || '{"author_name": "somebody else"}' where entity_id = $1`,
      [group.id],
    );

    expect(await verify.run([])).toBe(1);
  });
});

describe('GET /audit_events/export', () => {
  it('streams one event a line to administrators', async () => {
    await anAuditedGroup();

    const { status, text, headers } = await app.admin.get('audit_events/export');

    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number });
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.map(({ id }) => id)).toEqual([...lines.map(({ id }) => id)].sort((a, b) => a - b));
  });
});
