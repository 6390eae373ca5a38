/** The look of what surrounds a View. Both themes, and nothing that a page's own styles can break or be broken by. */
export const SURFACE_STYLE = `
:host { display: block; position: relative; min-width: 0; }
:host([hidden]) { display: none; }
* { box-sizing: border-box; }
dialog { all: unset; box-sizing: border-box; display: flex; flex-direction: column; width: 100%; overflow: hidden; }
dialog::backdrop { background: light-dark(rgb(0 0 0 / .4), rgb(0 0 0 / .65)); }
dialog[data-mode=pip]::backdrop { background: none; }
dialog[data-border=true] { border: 1px solid light-dark(#d4d4d8, #3f3f46); border-radius: 10px; background: light-dark(#fff, #1c1c1f); }
dialog[data-border=line] { border: 1px solid light-dark(#e4e4e7, #3f3f46); border-radius: 10px; }
dialog[data-mode=fullscreen] { position: fixed; inset: 0; width: 100vw; height: 100dvh; border: 0; border-radius: 0; background: light-dark(#fff, #18181b); }
dialog[data-mode=pip] { position: fixed; inset: auto 16px 16px auto; width: min(var(--pip-width, 360px), calc(100vw - 32px)); border: 1px solid light-dark(#d4d4d8, #3f3f46); border-radius: 12px; background: light-dark(#fff, #18181b); box-shadow: 0 8px 30px rgb(0 0 0 / .3); }
.bar { display: none; flex: none; align-items: center; gap: 8px; height: 46px; padding: 0 8px 0 14px; font: 500 13px/1.4 system-ui, sans-serif; color: light-dark(#27272a, #e4e4e7); border-bottom: 1px solid light-dark(#e4e4e7, #3f3f46); }
dialog:not([data-mode=inline]) .bar { display: flex; }
.bar .title { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.slot { position: relative; flex: none; width: 100%; }
dialog[data-mode=fullscreen] .slot { flex: 1; min-height: 0; }
iframe { display: block; border: 0; width: 100%; height: 100%; background: transparent; opacity: 0; }
dialog[data-stage=ready] iframe { opacity: 1; }
.wait, .frozen { position: absolute; inset: 0; display: grid; place-items: center; overflow: hidden; padding: 12px; font: 13px/1.5 system-ui, sans-serif; color: light-dark(#71717a, #a1a1aa); }
.frozen { place-items: start; white-space: pre-wrap; overflow-wrap: anywhere; cursor: pointer; background: light-dark(#fafafa, #1c1c1f); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.wait::before { content: ''; width: 20px; height: 20px; border: 2px solid currentcolor; border-top-color: transparent; border-radius: 50%; animation: turn 1.2s steps(12) 1s infinite; }
@keyframes turn { to { rotate: 1turn } }
@media (prefers-reduced-motion: reduce) { .wait::before { animation: none; border-top-color: currentcolor; opacity: .4 } }
button { font: 500 13px/1.2 system-ui, sans-serif; padding: 7px 12px; border-radius: 8px; border: 1px solid light-dark(#d4d4d8, #52525b); background: light-dark(#fff, #27272a); color: inherit; cursor: pointer; }
button:hover { background: light-dark(#f4f4f5, #3f3f46); }
button:focus-visible { outline: 2px solid light-dark(#2563eb, #60a5fa); outline-offset: 2px; }
.card { padding: 16px 18px; font: 14px/1.5 system-ui, sans-serif; color: light-dark(#27272a, #e4e4e7); background: light-dark(#fff, #1c1c1f); overflow-wrap: anywhere; }
.card h2 { margin: 0 0 6px; font-size: 15px; line-height: 1.35; }
.card p { margin: 0 0 8px; }
.card .cause { color: light-dark(#52525b, #a1a1aa); }
.card footer { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; }
.card code { margin-left: auto; font: 12px ui-monospace, monospace; color: light-dark(#71717a, #a1a1aa); }
`
