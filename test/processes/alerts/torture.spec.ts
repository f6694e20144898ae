import { anAlertIntegration, aNotification } from '../../builders/alerts.js';
import { aProject } from '../../builders/records.js';
import { alertSender } from '../../support/alert-sender.js';
import { ApiClient } from '../../support/api-client.js';
import { ADMIN_TOKEN, startApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { MAX_BLOCK_MS, startWatched } from '../../support/watched-service.js';
import type { WatchedService } from '../../support/watched-service.js';

/** Large payloads are read in threads: what is left is to receive and to store their text. */
const MIB = 1_048_576;
const FIELDS = [
  ...['title', 'description', 'start_time', 'end_time', 'service', 'monitoring_tool', 'hosts', 'severity'],
  ...['fingerprint', 'service_environment_name'],
];
const ODD_VALUES = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  ' ',
  [],
  {},
  [[]],
  [{}],
  { a: { b: [1] } },
  '\u0000',
  'x'.repeat(70_000),
];

let app: TestApp;
let service: WatchedService;
let send: ReturnType<typeof alertSender>;
let projectId: number;
beforeAll(async () => {
  app = await startApp({ jobs: false });
  const project = await aProject(app.admin);
  projectId = project.id;
  const everything = Object.fromEntries(
    FIELDS.map((field) => [field, { path: ['deep', 0, field], fallback: { path: ['none', 9, '__proto__'] } }]),
  );
  const { url, token } = await anAlertIntegration(app.admin, project.id, { payload_attribute_mappings: everything });
  service = await startWatched(app);
  send = alertSender({ token, url: service.url + new URL(url).pathname });
}, 240_000);
afterAll(async () => {
  await service.end();
  await app.close();
});

const filled = (start: string, piece: string, end: string): string =>
  start + piece.repeat(Math.floor((MIB - start.length - end.length) / piece.length)) + end;
const nested = (depth: number): string => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

describe('payloads that only a malicious sender posts', () => {
  const LARGEST: [string, () => string][] = [
    ['one text', () => filled('{"title":"', 'x', '"}')],
    ['one text of escapes', () => filled('{"title":"', String.raw`\u0000`, '"}')],
    ['one text of emoji', () => `{"title":"${'\u{1f600}'.repeat(262_000)}"}`],
    ['empty lists', () => filled('{"hosts":[', '[],', '[]]}')],
    ['empty objects', () => filled('{"fingerprint":[', '{},', '{}]}')],
    ['hosts', () => filled('{"hosts":[', '"h",', '"h"]}')],
    ['numbers', () => filled('{"a":[', '1e9,', '1]}')],
    ['lists of 99 levels', () => filled('{"a":[', `${'['.repeat(98)}${']'.repeat(98)},`, '1]}')],
    ['keys', () => `{${Array.from({ length: 90_000 }, (_, index) => `"${(index * 7919) % 90_000}":1`).join()}}`],
    [
      'keys beyond the basic plane',
      () => `{${Array.from({ length: 60_000 }, (_, index) => `"\u{1f600}${index}":1`).join()}}`,
    ],
    [
      'items of a notification',
      () =>
        JSON.stringify(
          aNotification(Array.from({ length: 9000 }, () => ({ startsAt: 1, labels: { alertname: 'x' } }))),
        ),
    ],
    ['digits', () => filled('{"start_time":"', '1', '"}')],
    ['a time of blanks', () => filled('{"start_time":"', ' ', '"}')],
  ];
  it.each(LARGEST)('a MiB of %s is taken, and blocks nobody for long', async (_name, body) => {
    const text = body();
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MIB);
    const least = await service.leastBlock(async () => {
      const answer = await send(text);

      expect(answer.status).toBe(200);
    });

    expect(least).toBeLessThan(MAX_BLOCK_MS);
  });

  it('a page of occurrences with a MiB of keys each blocks nobody for long', async () => {
    const keys = Array.from({ length: 80_000 }, (_, index) => `"k${index}":1`).join();
    const payload = `{"fingerprint":"occurrences of many keys",${keys}}`;
    const iid = (await send(payload)).body[0].iid;
    for (let time = 0; time < 11; time++) {
      await send(payload);
    }
    const admin = new ApiClient(service.url, ADMIN_TOKEN);
    const least = await service.leastBlock(async () => {
      const page = await admin.get(`projects/${projectId}/alert_management_alerts/${iid}/occurrences`);

      expect(page.body).toHaveLength(12);
      expect(page.body[11].payload).toEqual(JSON.parse(payload));
    });

    expect(least).toBeLessThan(MAX_BLOCK_MS);
  });

  it('a page of integrations with a MiB of keys each as their example blocks nobody for long', async () => {
    const admin = new ApiClient(service.url, ADMIN_TOKEN);
    const { id } = await aProject(admin);
    const path = `projects/${id}/alert_integrations`;
    const keys = Array.from({ length: 80_000 }, (_, index) => `"k${index}":1`).join();
    for (let number = 0; number < 12; number++) {
      await admin.post(path, { name: `n${number}`, payload_example: `{${keys}}` });
    }
    const least = await service.leastBlock(async () => {
      const page = await admin.get(path);

      expect(page.body).toHaveLength(12);
      expect(page.body[11]).toMatchObject({ name: 'n11', payload_example: JSON.parse(`{${keys}}`) });
    });

    expect(least).toBeLessThan(MAX_BLOCK_MS);
  });

  it('100 levels are taken, 101 are not, and neither are 500,000', async () => {
    expect((await send(nested(100))).status).toBe(200);
    expect((await send(nested(101))).status).toBe(400);
    expect((await send(`{"a":${'['.repeat(500_000)}`)).status).toBe(400);
  });

  it('every odd value in every field makes an alert', async () => {
    const answers = [];
    for (const field of FIELDS) {
      for (const value of ODD_VALUES) {
        const { status, body } = await send({
          [field]: value,
          deep: [{ [field]: value }],
          case: `${field}${answers.length}`,
        });
        answers.push([field, JSON.stringify(value).slice(0, 20), status, body.length]);
      }
    }

    expect(answers.filter(([, , status, alerts]) => status !== 200 || alerts !== 1)).toEqual([]);
  });

  it('every odd value in every place of a notification is no failure', async () => {
    const places = ['status', 'labels', 'annotations', 'startsAt', 'endsAt', 'generatorURL', 'fingerprint'];
    const item = { status: 'firing', labels: { alertname: 'x' }, annotations: {}, startsAt: '2026-01-01T00:00:00Z' };
    const statuses = new Set<number>();
    for (const place of places) {
      for (const value of ODD_VALUES) {
        statuses.add((await send(aNotification([{ ...item, [place]: value }]))).status);
      }
    }

    expect([...statuses]).toEqual([200]);
  });

  it('odd bodies, encodings and headers are refused or taken, never failed', async () => {
    const bodies = ['{', '"', '{"a":1}{', '\u0000', '{"a":"\ud800"}', '[1]', 'NaN', '{"a":1e999}', '{"a":-0}'];
    const headers: Record<string, string>[] = [
      {},
      { 'Content-Encoding': 'gzip' },
      { 'Content-Encoding': 'br' },
      { 'Content-Encoding': 'deflate' },
      { 'Content-Type': '' },
      { 'webhook-id': 'x', 'webhook-timestamp': '1', 'webhook-signature': 'v1,' },
    ];
    const statuses = new Set<number>();
    for (const body of [...bodies, Buffer.from([0xff, 0xfe, 0x00]) as unknown as string]) {
      for (const header of headers) {
        statuses.add((await send(body, { headers: header })).status);
      }
    }

    expect([...statuses].sort()).toEqual([200, 400]);
    expect((await app.admin.get(`projects/${projectId}/alert_management_alerts`)).status).toBe(200);
  });
});
