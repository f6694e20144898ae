import { html, NOTHING } from './html.js';
import type { Insert, Safe } from './html.js';
import { button, form } from './forms.js';
import { STYLESHEET_PATH } from './stylesheet.js';

/** The facts that every page shows around its content. */
export interface Frame {
  /** Masked differently for each page; empty without a session. */
  readonly csrfToken: string;
  readonly user: { readonly name: string; readonly username: string; readonly isAdmin: boolean } | null;
}

export interface PageFacts {
  readonly title: string;
  readonly frame: Frame;
  /** A page for one short task, such as signing in. */
  readonly narrow?: boolean;
  /** One sentence above the content: what has just been done. */
  readonly notice?: string;
  /** URL of an own script; pages also work without it. */
  readonly script?: string;
}

/** The one layout of all pages. */
export const layout = (facts: PageFacts, content: Insert): Safe =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="csrf-token" content="${facts.frame.csrfToken}" />
        <meta name="color-scheme" content="light dark" />
        <title>${facts.title} · Slipway</title>
        <link rel="stylesheet" href="${STYLESHEET_PATH}" />
        <link rel="icon" href="/assets/slipway.svg" type="image/svg+xml" />
        ${facts.script === undefined ? NOTHING : html`<script src="${facts.script}" defer></script>`}
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header class="bar">
          <a class="brand" href="/"><img src="/assets/slipway.svg" alt="" width="24" height="24" />Slipway</a>
          ${navigation(facts.frame)}
        </header>
        <main id="main" class="${facts.narrow ? 'narrow' : 'wide'}">
          ${facts.notice === undefined ? NOTHING : html`<p class="notice" role="status">${facts.notice}</p>`} ${content}
        </main>
      </body>
    </html>`;

function navigation({ user, csrfToken }: Frame): Safe {
  if (!user) {
    return NOTHING;
  }
  return html`<nav aria-label="Main">
      <a href="/dashboard/projects">Projects</a>
      <a href="/dashboard/groups">Groups</a>
      <a href="/oauth/applications">Applications</a>
      <a href="/oauth/authorized_applications">Authorized applications</a>
      <a href="/-/profile">Account</a>
      ${user.isAdmin ? html`<a href="/admin/users">Admin</a>` : NOTHING}
    </nav>
    ${form({ action: '/users/sign_out', csrfToken, className: 'sign-out' }, [
      html`<span class="who" title="${user.name}">@${user.username}</span>`,
      button('Sign out', 'plain'),
    ])}`;
}
