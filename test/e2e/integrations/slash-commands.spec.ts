import { anAlertIntegration } from '../../builders/alerts.js';
import { aMember, aProject, aUser } from '../../builders/records.js';
import type { TestProject, TestUser } from '../../builders/records.js';
import { aCommit } from '../../builders/repositories.js';
import { alertSender } from '../../support/alert-sender.js';
import type { ApiClient } from '../../support/api-client.js';
import { startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { DEVELOPER, GUEST, REPORTER } from '../../support/levels.js';
import { inOneMoment } from '../../support/still-clock.js';
import { WebBrowser } from '../../support/web-browser.js';

const SLUG = 'slash-commands-a';
const TOKEN = 'of-the-chat-server';
const NO_INTEGRATION = { status: 404, text: '{"message":"404 Integration Not Found"}' };
const HELP = [
  'pipeline &lt;ref&gt; [KEY=VALUE …]: start a pipeline',
  'status &lt;ref&gt;: the latest pipeline of a branch or tag',
  'alerts: the open alerts',
  'alert ack &lt;iid&gt;: acknowledge an alert',
  'alert resolve &lt;iid&gt;: resolve an alert',
  'help: this list',
].join('\n');

let app: TestApp;
let owner: TestUser;
let project: TestProject;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  owner = await aUser(app);
  project = await aProject(owner.api);
  await setUp(project);
  await aCommit(owner.api, project, { '.ci.yml': 'unit: { script: make }' });
});
afterAll(() => app.close());

const at = (slug = SLUG, id: number | string = project.id, base = 'integrations') =>
  `projects/${id}/${base}/${slug}/trigger`;
const setUp = ({ id }: TestProject, slug = SLUG) =>
  owner.api.put(`projects/${id}/integrations/${slug}`, { token: TOKEN });

let chatUsers = 0;
/** Somebody in the chat, whom nobody knows yet. */
const aChatUser = () => ({ team_id: 'T1', team_domain: 'team', user_id: `U${(chatUsers += 1)}`, user_name: 'ada' });
type ChatUser = ReturnType<typeof aChatUser>;

const say = (text: string, by: ChatUser, path = at()) => app.anonymous.post(path, { token: TOKEN, text, ...by });
const linkIn = (text: string) => /\/-\/profile\/chat_accounts\/new\?token=([\w-]+)$/.exec(text)?.[1] ?? '';

/** Linked to that account. */
async function aLinked(api: ApiClient): Promise<ChatUser> {
  const chatUser = aChatUser();
  const { body } = await say('alerts', chatUser);
  const linked = await api.post('user/chat_accounts', { token: linkIn(body.text) });
  expect(linked.status).toBe(201);
  return chatUser;
}

describe('POST /projects/:id/integrations/:slug/trigger', () => {
  it('answers 400 without a token, whatever the project', async () => {
    const answers = await Promise.all(
      [at(), at(SLUG, 999_999_999), at(SLUG, 'no/such')].map((path) =>
        app.anonymous.post(path.replace('no/such', 'no%2Fsuch'), {}),
      ),
    );

    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 400, text: '{"message":"400 (Bad request) \\"token\\" not given"}' });
    }
  });

  it('answers one and the same 404 for whatever is not there or does not fit', async () => {
    const [without, disabled] = [await aProject(owner.api), await aProject(owner.api, { visibility: 'public' })];
    await setUp(disabled);
    await owner.api.delete(`projects/${disabled.id}/integrations/${SLUG}`);
    const answers = [
      await app.anonymous.post(at(), { token: 'wrong' }),
      await app.anonymous.post(at(), { token: '' }),
      await app.anonymous.post(at('slash-commands-b'), { token: TOKEN }),
      await app.anonymous.post(at(SLUG, without.id), { token: TOKEN }),
      await app.anonymous.post(at(SLUG, disabled.id), { token: TOKEN }),
      await app.anonymous.post(at(SLUG, 999_999_999), { token: TOKEN }),
      await app.anonymous.post(at(SLUG, 'no%2Fsuch'), { token: TOKEN }),
    ];

    for (const answer of answers) {
      expect(answer).toMatchObject(NO_INTEGRATION);
    }
  });

  it('is no route of other kinds, nor for other methods', async () => {
    expect(await app.anonymous.post(at('chat-webhook-a'), { token: TOKEN })).toMatchObject({
      status: 404,
      body: { error: '404 Not Found' },
    });
    expect(await app.anonymous.post(at('no-such-kind'), { token: TOKEN })).toMatchObject({
      status: 404,
      body: { error: '404 Not Found' },
    });
    expect((await app.anonymous.get(at())).status).toBe(405);
  });

  it('takes forms, JSON, aliases, both paths and the full path of the project, whatever the headers say', async () => {
    await setUp(project, 'slash-commands-b');
    const headers = { Authorization: `Token ${TOKEN}`, 'PRIVATE-TOKEN': 'no-such-token', Sudo: 'root' };
    const form = new URLSearchParams({ token: TOKEN, text: '' });
    const path = encodeURIComponent(project.path_with_namespace);
    const answers = [
      await app.anonymous.post(at(), form, { headers }),
      await app.anonymous.post(at(), { token: TOKEN }, { headers: { Authorization: 'Bearer wrong' } }),
      await app.anonymous.post(at('slack_slash_commands'), form),
      await app.anonymous.post(at('mattermost-slash-commands', path, 'services'), form),
    ];

    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 200, body: { response_type: 'ephemeral', text: HELP } });
    }
  });

  it('answers {} to a check of the connection', async () => {
    const right = await app.anonymous.post(at(), new URLSearchParams({ token: TOKEN, ssl_check: '1' }));
    const wrong = await app.anonymous.post(at(), new URLSearchParams({ token: 'wrong', ssl_check: '1' }));

    expect(right).toMatchObject({ status: 200, text: '{}' });
    expect(wrong).toMatchObject(NO_INTEGRATION);
  });

  it('answers 429 after 20 wrong tokens in a minute, for projects that do not exist as well', () =>
    inOneMoment(app, async () => {
      const own = await aProject(owner.api);
      await setUp(own);
      for (const id of [own.id, 999_999_998]) {
        const statuses: number[] = [];
        for (let call = 0; call < 22; call++) {
          statuses.push((await app.anonymous.post(at(SLUG, id), { token: `wrong-${call}` })).status);
        }
        expect(statuses).toEqual([...Array<number>(20).fill(404), 429, 429]);
      }
      expect((await app.anonymous.post(at(SLUG, own.id), { token: TOKEN })).status).toBe(429);
      expect((await app.anonymous.post(at(), { token: TOKEN })).status).toBe(200);
    }));

  it('stores its token sealed, and shows it in the single record alone', async () => {
    const [row] = await app.sql<{ settings: object; secrets: Buffer }>(
      'select settings, secrets from integrations where project_id = $1 and slug = $2',
      [project.id, SLUG],
    );
    const read = await owner.api.get(`projects/${project.id}/integrations/${SLUG}`);
    const listed = await owner.api.get(`projects/${project.id}/integrations`);

    expect(read.body.properties).toEqual({ token: TOKEN });
    expect(`${listed.text}${JSON.stringify(row!.settings)}${row!.secrets.toString('latin1')}`).not.toContain(TOKEN);
  });
});

describe('a slash command', () => {
  it('of an unknown user shows a link that is good once', async () => {
    const chatUser = aChatUser();
    const { body } = await say('status main', chatUser);
    const token = linkIn(body.text);
    const other = await aUser(app);
    const linked = await owner.api.post('user/chat_accounts', { token });
    const again = await other.api.post('user/chat_accounts', { token });
    const [stored] = await app.sql<{ n: number }>(
      `select count(*)::int as n from chat_link_tokens where encode(digest, 'escape') like '%' || $1 || '%'`,
      [token],
    );

    expect(body.response_type).toBe('ephemeral');
    expect(body.text).toContain(`${app.url}/-/profile/chat_accounts/new?token=`);
    expect(linked).toMatchObject({
      status: 201,
      body: { kind: SLUG, team_id: 'T1', chat_id: chatUser.user_id, chat_name: 'ada', last_used_at: null },
    });
    expect(again).toMatchObject({ status: 404, body: { message: '404 Token Not Found' } });
    expect(stored!.n).toBe(0);
    expect((await say('status main', chatUser)).body.text).not.toContain('/-/profile/');
    expect((await say('status main', { ...chatUser, team_id: 'T2' })).body.text).toContain('/-/profile/');
  });

  it('does not link by a token that is ten minutes old', async () => {
    const { body } = await say('alerts', aChatUser());
    await app.sql(`update chat_link_tokens set expires_at = expires_at - interval '10 minutes 1 second'`);

    expect((await owner.api.post('user/chat_accounts', { token: linkIn(body.text) })).status).toBe(404);
  });

  it('starts a pipeline and tells the channel', async () => {
    const developer = await aMember(app, { project }, DEVELOPER);
    const { body } = await say('pipeline main LEVEL=high', await aLinked(developer.api));
    const [pipeline] = (await owner.api.get(`projects/${project.id}/pipelines?source=chat`)).body;
    const variables = await owner.api.get(`projects/${project.id}/pipelines/${pipeline.id}/variables`);
    const whole = await owner.api.get(`projects/${project.id}/pipelines/${pipeline.id}`);

    expect(body).toEqual({
      response_type: 'in_channel',
      text: `Pipeline <${pipeline.web_url}|#${pipeline.id}> of main was started by ${developer.username}.`,
    });
    expect(pipeline).toMatchObject({ ref: 'main', source: 'chat', status: 'pending' });
    expect(whole.body.user.username).toBe(developer.username);
    expect(variables.body).toMatchObject([{ key: 'LEVEL', value: 'high' }]);
  });

  it.each([
    ['pipeline no-such', 'Reference not found'],
    ['pipeline main A-B=1', "key can contain only letters, digits and '_'"],
  ])('says why %j does nothing, to the asker alone', async (text, reason) => {
    expect((await say(text, await aLinked(owner.api))).body).toEqual({ response_type: 'ephemeral', text: reason });
  });

  it('tells the latest pipeline of a ref', async () => {
    const started = await owner.api.post(`projects/${project.id}/pipeline`, { ref: 'main' });
    const reporter = await aMember(app, { project }, REPORTER);
    const chatUser = await aLinked(reporter.api);
    const { id, web_url: url } = started.body;

    expect((await say('status main', chatUser)).body).toEqual({
      response_type: 'ephemeral',
      text: `Pipeline <${url}|#${id}> of main: pending`,
    });
    expect((await say('status <!channel>x', chatUser)).body.text).toBe('There is no pipeline of x.');
  });

  it('lists up to five open alerts, and changes them for the channel to see', async () => {
    const own = await aProject(owner.api);
    await setUp(own);
    const send = alertSender(await anAlertIntegration(owner.api, own.id));
    for (let n = 1; n <= 6; n++) {
      await send({ title: `Disk ${n} <!here>`, severity: 'high', start_time: `2026-01-0${n}T00:00:00Z` });
    }
    const developer = await aMember(app, { project: own }, DEVELOPER);
    const chatUser = await aLinked(developer.api);
    const path = at(SLUG, own.id);
    const none = await say('alerts', chatUser);
    const listed = await say('alerts', chatUser, path);
    const acknowledged = await say('alert ack 6', chatUser, path);
    const resolved = await say('alert resolve 6', chatUser, path);
    const { body: alert } = await owner.api.get(`projects/${own.id}/alert_management_alerts/6`);
    const lines = listed.body.text.split('\n');

    expect(none.body.text).toBe('You are not allowed to do that.');
    expect(lines).toHaveLength(5);
    expect(lines[0]).toBe(`<${alert.web_url}|#6 Disk 6>: high, triggered`);
    expect(acknowledged.body).toEqual({
      response_type: 'in_channel',
      text: `${developer.username} changed alert <${alert.web_url}|#6 Disk 6> to acknowledged.`,
    });
    expect(resolved.body.text).toMatch(/to resolved\.$/);
    expect(alert.status).toBe('resolved');
    expect((await say('alert ack 99', chatUser, path)).body).toEqual({
      response_type: 'ephemeral',
      text: '404 Alert Not Found',
    });
  });

  it('of somebody without the role, or blocked, is refused without a word of the project', async () => {
    const refusal = { response_type: 'ephemeral', text: 'You are not allowed to do that.' };
    const [guest, reporter] = [await aMember(app, { project }, GUEST), await aMember(app, { project }, REPORTER)];
    const blocked = await aMember(app, { project }, DEVELOPER);
    const [asGuest, asReporter] = [await aLinked(guest.api), await aLinked(reporter.api)];
    const asBlocked = await aLinked(blocked.api);
    await app.admin.post(`users/${blocked.id}/block`);

    expect((await say('status main', asGuest)).body).toEqual(refusal);
    expect((await say('pipeline main', asReporter)).body).toEqual(refusal);
    expect((await say('alerts', asReporter)).body).toEqual(refusal);
    expect((await say('status main', asBlocked)).body).toEqual(refusal);
    expect((await say('help', asBlocked)).body.text).toBe(HELP);
  });
});

describe('/user/chat_accounts', () => {
  it('lists and unlinks one’s own alone, with audit events', async () => {
    const [user, other] = [await aUser(app), await aUser(app)];
    const chatUser = await aLinked(user.api);
    const listed = await user.api.get('user/chat_accounts');
    const [account] = listed.body;
    const foreign = await other.api.delete(`user/chat_accounts/${account.id}`);
    const deleted = await user.api.delete(`user/chat_accounts/${account.id}`);
    const events = await app.sql<{ message: string }>(
      `select details ->> 'custom_message' as message from audit_events where author_id = $1 order by id desc limit 2`,
      [user.id],
    );

    expect(listed).toMatchObject({
      status: 200,
      body: [
        { id: expect.any(Number), kind: SLUG, chat_id: chatUser.user_id, created_at: expect.stringMatching(/Z$/) },
      ],
    });
    expect(foreign).toMatchObject({ status: 404, body: { message: '404 Chat Account Not Found' } });
    expect(deleted.status).toBe(204);
    expect((await user.api.get('user/chat_accounts')).body).toEqual([]);
    expect(events.map(({ message }) => message)).toEqual(['Chat account unlinked', 'Chat account linked']);
    expect((await app.anonymous.get('user/chat_accounts')).status).toBe(401);
  });

  it('shows those who confirm what would reorder the names of the chat', async () => {
    const link = linkIn((await say('alerts', { ...aChatUser(), user_name: 'ada\u202e' })).body.text);
    const asked = await (
      await WebBrowser.of(app.url, await aUser(app))
    ).get(`/-/profile/chat_accounts/new?token=${link}`);

    expect(asked.text).not.toContain('\u202e');
    expect(asked.text).toContain('<strong>ada<span class="control">U+202E</span></strong>');
  });

  it('has pages where the signed-in user confirms and unlinks', async () => {
    const [user, chatUser] = [await aUser(app), aChatUser()];
    const address = `/-/profile/chat_accounts/new?token=${linkIn((await say('alerts', chatUser)).body.text)}`;
    const signedOut = await new WebBrowser(app.url).get(address);
    const browser = await WebBrowser.of(app.url, user);
    const asked = await browser.get(address);
    const confirmed = await browser.submit(asked, {}, 'Link account');
    const list = await browser.get('/-/profile/chat_accounts');
    const dead = await browser.get(address);
    const unlinked = await browser.submit(list, {}, 'Unlink');

    expect(signedOut).toMatchObject({ status: 302 });
    expect(asked.text).toContain(`@${user.username}`);
    expect([confirmed.status, confirmed.headers.get('location')]).toEqual([303, '/-/profile/chat_accounts']);
    expect(list.text).toContain('<strong>ada</strong>');
    expect(dead).toMatchObject({ status: 404, text: expect.stringContaining('no longer valid') });
    expect(unlinked.status).toBe(303);
    expect((await browser.get('/-/profile/chat_accounts')).text).toContain('No chat accounts yet');
  });
});
