/** The styles of a complete card. */
export const CARD_STYLE = `
.card h2 { margin: 0 0 6px; font-size: 15px; line-height: 1.35; }
.card p { margin: 0 0 8px; overflow: clip; overflow-wrap: anywhere; unicode-bidi: isolate; direction: ltr; }
.card li { overflow: clip; overflow-wrap: anywhere; unicode-bidi: isolate; direction: ltr; }
.card .cause { color: light-dark(#52525b, #a1a1aa); }
.card footer { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; }
.card code { margin-left: auto; font: 12px ui-monospace, monospace; color: light-dark(#71717a, #a1a1aa); }
.card button { font: 500 13px/1.2 system-ui, sans-serif; padding: 7px 12px; border-radius: 8px; border: 1px solid light-dark(#d4d4d8, #52525b); background: Canvas; color: inherit; cursor: pointer; }
.card button:hover { background: light-dark(#f4f4f5, #3f3f46); }
.card button:focus-visible, .card summary:focus-visible { outline: 2px solid light-dark(#2563eb, #60a5fa); outline-offset: 2px; }
.card details { margin: 0 0 10px; }
.card summary { cursor: pointer; }
.card ul { margin: 6px 0 0; padding: 8px 8px 8px 24px; max-height: 160px; overflow: auto; border-radius: 6px; background: light-dark(#f4f4f5, #27272a); font: 12px/1.5 ui-monospace, monospace; }
`
