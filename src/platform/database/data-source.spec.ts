import { dataSourceOptions } from './data-source.js';

/** The URL and the options of connections, as the driver gets them. */
function sentFor(url: string): { readonly url: unknown; readonly options: string } {
  const { extra, ...rest } = dataSourceOptions({ url }) as {
    readonly url?: string;
    readonly extra: { options: string };
  };
  return { url: rest.url, options: extra.options };
}

describe('dataSourceOptions()', () => {
  it('adds our session settings to options of DATABASE_URL, after them', () => {
    const { url, options } = sentFor('postgres://u:p@h/d?options=-c%20TimeZone%3DAsia/Kathmandu&sslmode=require');

    expect(url).toBe('postgres://u:p@h/d?sslmode=require');
    expect(options).toMatch(/^-c TimeZone=Asia\/Kathmandu -c TimeZone=UTC -c DateStyle=ISO /);
  });

  it('leaves a DATABASE_URL without options as it is', () => {
    const { url, options } = sentFor('postgres://u:p%40@%2Fvar%2Frun/d?application_name=a%20b');

    expect(url).toBe('postgres://u:p%40@%2Fvar%2Frun/d?application_name=a%20b');
    expect(options).toMatch(/^-c TimeZone=UTC /);
  });
});
