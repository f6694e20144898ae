import { createHash } from 'node:crypto';

const COLOURS = `
:root {
  color-scheme: light dark;
  --background: #f6f7f9; --surface: #ffffff; --sunken: #eef0f4; --line: #d8dce3; --text: #1b2029; --muted: #5b6472;
  --accent: #0b5cad; --accent-text: #ffffff; --danger: #b3261e; --danger-background: #fdecea;
  --good: #146c43; --good-background: #e6f4ec; --warn: #7a4b00; --warn-background: #fff4dc; --focus: #0b5cad66;
  --magenta: #8a2a8f; --cyan: #0a6670;
  --shadow: 0 1px 2px #10182814, 0 8px 24px #1018280f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --background: #11151b; --surface: #191f28; --sunken: #131820; --line: #303947; --text: #e7ebf2; --muted: #a0abba;
    --accent: #6db1ff; --accent-text: #0a1a2c; --danger: #ff938a; --danger-background: #3b1c1b;
    --good: #7ad8a4; --good-background: #14301f; --warn: #ffcf75; --warn-background: #38290b; --focus: #6db1ff66;
    --magenta: #e39be8; --cyan: #71d4de;
    --shadow: 0 1px 2px #0006, 0 8px 24px #0004;
  }
}`;

const BASE = `
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--background); color: var(--text); line-height: 1.5; overflow-wrap: anywhere;
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
}
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .75rem; letter-spacing: -.01em; }
h2 { font-size: 1.125rem; line-height: 1.3; margin: 2rem 0 .75rem; }
p { margin: 0 0 .75rem; }
.text { white-space: pre-line; }
a { color: var(--accent); text-underline-offset: .15em; }
code, pre, .mono { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
code { background: var(--sunken); border: 1px solid var(--line); border-radius: .3rem; padding: .1rem .35rem; }
small, .hint, .muted { color: var(--muted); font-size: .875rem; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: .3rem; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: .5rem; z-index: 2; background: var(--surface); padding: .5rem .75rem; }`;

const FRAME = `
.bar {
  display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.25rem; padding: .6rem 1.25rem;
  background: var(--surface); border-bottom: 1px solid var(--line);
}
.brand { display: inline-flex; align-items: center; gap: .5rem; font-weight: 650; color: var(--text); text-decoration: none; }
.bar nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; flex: 1; }
.bar nav a { color: var(--muted); text-decoration: none; padding: .25rem 0; }
.bar nav a:hover { color: var(--text); text-decoration: underline; }
.sign-out { display: flex; align-items: center; gap: .75rem; margin: 0 0 0 auto; }
.who { color: var(--muted); font-size: .875rem; max-width: 14rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
main { margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
main.wide { max-width: 62rem; }
main.narrow { max-width: 28rem; padding-top: clamp(1.5rem, 8vh, 5rem); }
main.narrow > .card { padding: 1.75rem; }
.card {
  background: var(--surface); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem;
  box-shadow: var(--shadow); margin: 0 0 1.25rem;
}
.card > :last-child { margin-bottom: 0; }
.card > :first-child { margin-top: 0; }
.head { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: .5rem 1rem; margin-bottom: .75rem; }
.head h1, .head h2 { margin: 0; }
.notice, .alert { border-radius: .5rem; padding: .65rem .9rem; border: 1px solid; }
.notice { color: var(--good); background: var(--good-background); border-color: currentColor; }
.alert { color: var(--danger); background: var(--danger-background); border-color: currentColor; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: 1rem; padding: 0; margin: 0; list-style: none; }
.tiles a { display: block; height: 100%; text-decoration: none; color: inherit; margin: 0; }
.tiles a:hover { border-color: var(--accent); }
.tiles strong { display: block; color: var(--accent); }`;

const FORMS = `
.form { display: grid; gap: 1rem; margin: 0; }
.field { display: grid; gap: .3rem; }
label, legend { font-weight: 550; }
input:not([type=checkbox]):not([type=hidden]), textarea, select {
  font: inherit; color: inherit; width: 100%; padding: .55rem .7rem; background: var(--surface);
  border: 1px solid var(--line); border-radius: .45rem;
}
textarea { resize: vertical; font: .9rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
input:focus-visible, textarea:focus-visible { border-color: var(--accent); outline-offset: 0; }
[aria-invalid=true] { border-color: var(--danger) !important; }
.error { color: var(--danger); font-size: .875rem; margin: 0; }
.hint { margin: 0; }
fieldset { border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; margin: 0; display: grid; gap: .5rem; }
.choice { display: flex; gap: .6rem; align-items: baseline; font-weight: 400; }
.choice input { width: 1.05rem; height: 1.05rem; accent-color: var(--accent); flex: none; transform: translateY(.15rem); }
.button {
  font: inherit; font-weight: 600; border-radius: .45rem; padding: .55rem 1rem; border: 1px solid transparent; cursor: pointer;
  display: inline-block; text-align: center; text-decoration: none; min-height: 2.6rem;
  white-space: nowrap; overflow-wrap: normal;
}
.button.primary { background: var(--accent); color: var(--accent-text); }
.button.plain { background: transparent; color: var(--text); border-color: var(--line); }
.button.danger { background: transparent; color: var(--danger); border-color: currentColor; }
.button:hover { filter: brightness(1.08); }
.button.plain:hover, .button.danger:hover { background: var(--sunken); filter: none; }
.bar .button { min-height: 0; padding: .25rem .7rem; font-size: .875rem; }
.actions { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; }
main > .actions { margin-bottom: 1.25rem; }
.actions form, td form { margin: 0; display: inline-block; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: 1rem; align-items: start; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; margin: 1rem 0; }
.pair > :first-child { order: 1; }
.dialog {
  max-width: min(28rem, calc(100vw - 2rem)); padding: 1.5rem; text-align: left; white-space: normal; color: var(--text);
  background: var(--surface); border: 1px solid var(--line); border-radius: .75rem; box-shadow: var(--shadow);
}
.dialog::backdrop { background: #0008; }
main.wide .form { max-width: 42rem; }
.form.card:not(:last-child) { margin-bottom: 1.25rem; }
.pair .button { width: 100%; }`;

const LISTS = `
.crumbs { display: flex; flex-wrap: wrap; gap: .25rem .5rem; margin: 0 0 .75rem; font-size: .9rem; }
.crumbs > * { color: var(--muted); text-decoration: none; }
.crumbs a:hover { text-decoration: underline; }
.crumbs a:last-child { color: var(--text); font-weight: 600; }
.crumbs > * + *::before { content: "/"; color: var(--muted); margin-right: .5rem; font-weight: 400; display: inline-block; }
.pager { display: flex; justify-content: space-between; align-items: center; gap: 1rem; margin-top: .75rem; }
.search { display: flex; flex-wrap: wrap; gap: .6rem; align-items: end; margin: 0 0 1rem; max-width: 34rem; }
.search:has(select) { max-width: none; }
.search input[type=search] { flex: 1 1 12rem; width: auto; }
.t-bold { font-weight: 700; }
.t-black { color: var(--muted); } .t-white { color: var(--text); }
.t-red { color: var(--danger); } .t-green { color: var(--good); } .t-yellow { color: var(--warn); }
.t-blue { color: var(--accent); } .t-magenta { color: var(--magenta); } .t-cyan { color: var(--cyan); }
.log { background: var(--sunken); border: 1px solid var(--line); border-radius: .5rem; padding: .9rem; overflow-x: auto; white-space: pre-wrap; margin: 0; }
progress { width: 100%; accent-color: var(--accent); }
.tag.good { color: var(--good); background: var(--good-background); border-color: transparent; }
.tag.bad { color: var(--danger); background: var(--danger-background); border-color: transparent; }
.tabs { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; border-bottom: 1px solid var(--line); margin: 0 0 1.25rem; }
.tabs a { padding: .4rem 0; color: var(--muted); text-decoration: none; border-bottom: 2px solid transparent; margin-bottom: -1px; }
.tabs a:hover { color: var(--text); }
.tabs a[aria-current=page] { color: var(--text); border-bottom-color: var(--accent); font-weight: 600; }
.tabs.sub { border: 0; margin-top: -.75rem; gap: .4rem; font-size: .925rem; }
.tabs.sub a { padding: .2rem .75rem; margin: 0; border: 1px solid transparent; border-radius: 1rem; }
.tabs.sub a[aria-current=page] { background: var(--sunken); border-color: var(--line); }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; padding: .6rem .75rem .6rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td { overflow-wrap: break-word; }
td:first-child { overflow-wrap: anywhere; min-width: 10rem; }
th { font-size: .8rem; color: var(--muted); font-weight: 600; white-space: nowrap; }
tr:last-child td { border-bottom: 0; }
td.end { text-align: right; padding-right: 0; }
dl.facts { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: .5rem 1.25rem; margin: 0 0 1rem; }
dl.facts dt { color: var(--muted); }
dl.facts dd { margin: 0; min-width: 0; }
td.end .actions { justify-content: flex-end; }
td .button { padding: .25rem .75rem; min-height: 2.25rem; }
a.button { display: inline-flex; align-items: center; justify-content: center; }
td code { white-space: nowrap; }
@media (min-width: 40rem) { td .mono, time { white-space: nowrap; } }
.scopes { list-style: none; margin: 0 0 1rem; padding: 0; border: 1px solid var(--line); border-radius: .5rem; }
.scopes li { padding: .6rem .9rem; border-bottom: 1px solid var(--line); }
.scopes li:last-child { border-bottom: 0; }
.scopes .broad { background: var(--warn-background); }
.scopes .broad small { color: var(--warn); }
.tag { display: inline-block; font-size: .75rem; border: 1px solid var(--line); border-radius: 1rem; padding: .05rem .55rem; color: var(--muted); margin: 0 .15rem .15rem 0; white-space: nowrap; }
.tag.warn { color: var(--warn); background: var(--warn-background); border-color: transparent; }
.codes { columns: 2; list-style: none; padding: 0; margin: 0 0 1rem; }
.qr { display: block; width: min(13rem, 100%); height: auto; border-radius: .5rem; border: 1px solid var(--line); margin: 0 0 1rem; }
.secret > code { display: block; padding: .6rem .8rem; user-select: all; }
@media (prefers-reduced-motion: no-preference) { .button, .tiles a { transition: background .12s, border-color .12s, filter .12s; } }`;

const CODE = `
.entries { list-style: none; margin: 0; padding: 0; }
.entries li { padding: .45rem 0; border-bottom: 1px solid var(--line); }
.entries li:last-child { border-bottom: 0; }
.entries a:not(:hover) { text-decoration: none; }
.lines, .diff {
  font: .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; margin: 0;
  background: var(--sunken); border: 1px solid var(--line); border-radius: .5rem; tab-size: 4;
}
.lines { padding: .5rem .75rem .5rem 4rem; }
.lines li { white-space: pre-wrap; min-height: 1.5em; padding-left: .5rem; unicode-bidi: plaintext; }
.lines li::marker { color: var(--muted); font-size: .75rem; }
.lines li:target { background: var(--warn-background); }
.diff { padding: .5rem 0; }
.diff span:not(.control) { display: block; white-space: pre-wrap; min-height: 1.5em; padding: 0 .75rem; unicode-bidi: plaintext; }
.diff .added { color: var(--good); background: var(--good-background); }
.diff .removed { color: var(--danger); background: var(--danger-background); }
.diff .hunk { color: var(--muted); }
.control { border: 1px solid currentColor; border-radius: .2rem; font-size: .7em; padding: 0 .15rem; }`;

const NARROW = `
@media (max-width: 40rem) {
  .bar { padding: .6rem 1rem; }
  .who { max-width: 5.5rem; }
  .lines { padding-left: 2.75rem; }
  .bar nav { order: 3; flex-basis: 100%; gap: .25rem .9rem; font-size: .95rem; }
  main { padding: 1rem 1rem 3rem; }
  main.narrow { padding-top: 1rem; }
  main.narrow > .card { padding: 1.25rem; }
  dl.facts { grid-template-columns: 1fr; gap: .1rem; }
  dl.facts dd { margin-bottom: .6rem; }
  table.stack thead { display: none; }
  table.stack, table.stack tbody, table.stack tr, table.stack td { display: block; }
  table.stack tr { border-bottom: 1px solid var(--line); padding: .5rem 0; }
  table.stack td { border: 0; padding: .15rem 0; min-width: 0; overflow-wrap: anywhere; }
  table.stack tr:last-child { border-bottom: 0; }
  table.stack td[data-label] { display: grid; grid-template-columns: 4.5rem 1fr; gap: .75rem; align-items: baseline; }
  table.stack td[data-label]::before { content: attr(data-label); color: var(--muted); font-size: .8rem; }
  table.stack td[data-label] > div { min-width: 0; }
  table.stack td:has(> div:empty) { display: none; }
  table.stack td.end .actions { justify-content: flex-start; }
  table.stack td.end { text-align: left; padding-top: .4rem; }
}`;

/** The stylesheet of all pages, light and dark. */
export const STYLESHEET = [COLOURS, BASE, FRAME, FORMS, LISTS, CODE, NARROW].join('\n').trim();

/** The URL contains a digest of the content, so browsers may cache it for ever. */
export const STYLESHEET_PATH = `/assets/slipway-${createHash('sha256').update(STYLESHEET).digest('hex').slice(0, 12)}.css`;
