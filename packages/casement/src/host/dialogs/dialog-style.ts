/** The styles of a consent dialog. Text of an app is clipped to its box and isolated, so that it cannot cover or reorder the host's. */
export const DIALOG_STYLE = `
dialog { width: min(480px, calc(100vw - 32px)); max-height: calc(100dvh - 32px); overflow: auto; box-sizing: border-box; padding: 20px; border: 1px solid light-dark(#d4d4d8, #3f3f46); border-radius: 14px; background: light-dark(#fff, #1c1c1f); color: light-dark(#18181b, #f4f4f5); font: 14px/1.5 system-ui, sans-serif; direction: ltr; text-align: start; box-shadow: 0 16px 48px rgb(0 0 0 / .35); }
dialog::backdrop { background: rgb(0 0 0 / .45); }
h2 { margin: 0 0 6px; font-size: 17px; line-height: 1.3; }
#from { margin: 0 0 14px; color: light-dark(#5f5f68, #a1a1aa); }
#from p { margin: 0; overflow-wrap: anywhere; }
#from strong { color: light-dark(#18181b, #f4f4f5); }
p { margin: 0 0 8px; }
q, bdi, strong { unicode-bidi: isolate; overflow-wrap: anywhere; }
.app-text { overflow: clip; line-height: 1.5; }
pre { margin: 0 0 12px; padding: 10px 12px; max-height: 40dvh; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; border-radius: 8px; background: light-dark(#f4f4f5, #27272a); font: 13px/1.5 ui-monospace, monospace; unicode-bidi: isolate; direction: ltr; }
pre span { display: block; content-visibility: auto; contain-intrinsic-size: auto 600px; }
.size { margin: -6px 0 12px; font-size: 12px; color: light-dark(#5f5f68, #a1a1aa); }
label { display: flex; gap: 8px; align-items: center; margin: 0 0 14px; }
label span { overflow-wrap: anywhere; min-width: 0; }
footer { position: sticky; bottom: -20px; display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 8px; margin: 0 -20px -20px; padding: 12px 20px 20px; background: inherit; }
button { font: 500 14px/1.2 system-ui, sans-serif; padding: 9px 16px; border-radius: 9px; border: 1px solid light-dark(#d4d4d8, #52525b); background: light-dark(#fff, #27272a); color: inherit; cursor: pointer; }
button.yes { border-color: transparent; background: light-dark(#18181b, #f4f4f5); color: light-dark(#fff, #18181b); }
button:disabled { opacity: .5; cursor: default; }
button:focus-visible, input:focus-visible, pre:focus-visible { outline: 2px solid light-dark(#2563eb, #60a5fa); outline-offset: 2px; }
`
