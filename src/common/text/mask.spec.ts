import { maskTarget } from './mask.js';

const NAMES = [
  'private_token',
  'access_token',
  'job_token',
  'token',
  'code',
  'code_verifier',
  'device_code',
  'user_code',
  'refresh_token',
  'client_secret',
  'password',
  'authenticity_token',
  'secret',
  'key',
  'webhook',
  'api_key',
  'user_key',
  'signing_secret',
  'google_iap_service_account_json',
  'spam_check_api_key',
  'recaptcha_private_key',
  'value',
  'variables',
];
const encodedWhole = (text: string): string =>
  Array.from(text)
    .map((letter) => `%${letter.charCodeAt(0).toString(16)}`)
    .join('');

describe('maskTarget', () => {
  it.each(NAMES)('never shows the value of %s, however its name is written', (name) => {
    const spellings = [
      name,
      name.toUpperCase(),
      encodedWhole(name),
      name.replace(/./, (first) => encodedWhole(first)),
      `${name}[]`,
      `${name}%5B%5D`,
      `hash[${name}]`,
      `hash%5b${name}%5d`,
      `list[0][${name}]`,
      `${name}[inner]`,
      `+${name}+`,
    ];

    for (const spelling of spellings) {
      const masked = maskTarget(`/api/v4/x?a=1&${spelling}=hunter2&b=2`);
      expect(masked).not.toContain('hunter2');
      expect(masked).toContain('a=1&');
      expect(masked).toContain('&b=2');
    }
  });

  it.each([
    ['//user:hunter2@host/api/v4/x'],
    ['http://user:hunter2@host/api/v4/x?a=1'],
    ['/x?import_url=https://user:hunter2@host/'],
    ['/x?import_url=https%3A%2F%2Fuser%3Ahunter2%40host%2F'],
    ['/x/https%3A%2F%2Fuser%3Ahunter2%40host'],
    ['/x?redirect_uri=https%3A%2F%2Fhost%2F%3Fcode%3Dhunter2'],
    ['/x?next=/y?token=hunter2'],
    ['/x?next=%2Fy%3Fto%3D%252Fz%253Fcode%253Dhunter2'],
    ['/x?next=%252Fy%253Ftoken%253Dhunter2'],
    ['/x?a=1;password=hunter2'],
    ['/x?password=hunter2?x=hunter2'],
    ['/x?pass%77ord=hunter2'],
    ['/x?tok%zzen=hunter2'],
    ['/x?a=%zzhunter2'],
    ['/x?token=a=hunter2'],
  ])('never shows the secret in %s', (target) => {
    expect(maskTarget(target)).not.toContain('hunter2');
  });

  it('leaves everything else as it was sent', () => {
    const target =
      '/api/v4/projects/group%2Fproject/packages?package_name=a%20b+c&monkey=1&keyboard=2&tokens=3&order_by=name&x&y=100%25&z=a%2Bb';

    expect(maskTarget(target)).toBe(target);
  });
});
