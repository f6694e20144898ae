import { readChart } from './chart.js';
import { leastCpuMillis } from '../../../../../test/fixtures/least-cpu.js';

const read = (text: string) => readChart(Buffer.from(text));

describe('readChart', () => {
  it('answers all fields', () => {
    const chart = read(
      'apiVersion: v2\nname: app\nversion: 1.2.3+build\nappVersion: "1.10"\nkeywords: [a, b]\ndeprecated: true\n',
    );

    expect(chart).toEqual({
      name: 'app',
      version: '1.2.3+build',
      fields: {
        apiVersion: 'v2',
        name: 'app',
        version: '1.2.3+build',
        appVersion: '1.10',
        keywords: ['a', 'b'],
        deprecated: true,
      },
    });
  });

  it('keeps nothing that a database does not', () => {
    expect(read('name: a\nversion: 1.0.0\ndescription: "x\\0y\\ud800z"\n').fields.description).toBe('x\ufffdy\ufffdz');
  });

  it.each([
    ['- a', 'The Chart.yaml is no mapping'],
    ['a: [', 'The Chart.yaml is no well-formed YAML'],
    ['[,,,', 'The Chart.yaml is no well-formed YAML'],
    [`? ${'a'.repeat(1000)}\n: 1`, 'The Chart.yaml holds too much'],
    ['version: 1.0.0', 'The Chart.yaml has no valid name'],
    ['name: ../a\nversion: 1.0.0', 'The Chart.yaml has no valid name'],
    ['name: a', 'The Chart.yaml has no valid version'],
    ['name: a\nversion: 1.0', 'The Chart.yaml has no valid version'],
    ['name: a\nversion: one', 'The Chart.yaml has no valid version'],
    [
      'a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c]',
      'The Chart.yaml holds too much',
    ],
    [`a: &a ${'x'.repeat(50_000)}\nb: [*a, *a]`, 'The Chart.yaml holds too much'],
  ])('refuses %j', (text, reason) => {
    expect(() => read(text)).toThrow(reason);
  });

  it.each([
    '['.repeat(65_536),
    '- '.repeat(32_768),
    `[${','.repeat(65_535)}`,
    'a: 1\n'.repeat(13_000),
    '#\n'.repeat(32_768),
    `a: &a ${'x'.repeat(45_000)}\nb: [${'*a,'.repeat(4900)}]`,
  ])('refuses hostile text within 200 ms of a processor', async (text) => {
    const least = await leastCpuMillis(() => {
      expect(() => read(text)).toThrow(/^The Chart\.yaml/);
    });

    expect(least).toBeLessThan(200);
  });
});
