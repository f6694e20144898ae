import { address, html } from './html.js';

describe('html', () => {
  it('escapes text in elements and quoted attributes', () => {
    const name = `<script>"&'</script>`;

    expect(String(html`<p title="${name}">${name}</p>`)).toBe(
      '<p title="&lt;script&gt;&quot;&amp;&#39;&lt;/script&gt;">&lt;script&gt;&quot;&amp;&#39;&lt;/script&gt;</p>',
    );
  });

  it('takes pieces as they are, joins lists and leaves nothing out of nothing', () => {
    const items = ['<a>', 'b'].map((item) => html`<li>${item}</li>`);

    expect(String(html`${items}${null}${undefined}${false}${0}`)).toBe('<li>&lt;a&gt;</li><li>b</li>0');
  });

  it('does not take an object for a piece because it looks like one', () => {
    const forged = { text: '<script>', toString: () => '<script>' };

    expect(String(html`${forged as never}`)).toBe('');
  });
});

describe('address', () => {
  it.each(['/users/sign_in?rt=1', 'https://example.com/a', 'HTTP://example.com'])('lets %s stand', (text) => {
    expect(address(text)).toBe(text);
  });

  it.each(['javascript:alert(1)', ' javascript:x', 'data:text/html,x', '//example.com', '/\\example.com', '', 'x'])(
    'leads nowhere instead of to %s',
    (text) => {
      expect(address(text)).toBe('#not-an-address');
    },
  );
});
