/** The styles of a View in fullscreen and picture-in-picture. Their sizes override the inline ones. */
export const MODES_STYLE = `
dialog::backdrop { background: light-dark(rgb(0 0 0 / .4), rgb(0 0 0 / .65)); }
dialog:popover-open::backdrop { background: none; }
dialog[data-mode=fullscreen] { position: fixed; inset: 0; width: 100vw !important; height: 100dvh; border: 0; border-radius: 0; background: Canvas; }
dialog[data-mode=pip] { position: fixed; inset: auto 16px 16px auto; width: min(var(--pip-width), calc(100vw - 32px)) !important; border: 1px solid light-dark(#d4d4d8, #3f3f46); border-radius: 12px; background: Canvas; box-shadow: 0 8px 30px rgb(0 0 0 / .3); }
dialog[data-mode=fullscreen] .slot { flex: 1; min-height: 0; height: auto !important; }
dialog[data-mode=pip] .slot { height: var(--pip-height) !important; }
.bar { display: flex; flex: none; align-items: center; gap: 8px; height: 46px; padding: 0 8px 0 14px; font: 500 13px/1.4 system-ui, sans-serif; border-bottom: 1px solid light-dark(#d4d4d8, #3f3f46); }
dialog[data-mode=inline] .bar { display: none; }
.close { padding: 7px 12px; font: inherit; cursor: pointer; }
.bar .title { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
`
