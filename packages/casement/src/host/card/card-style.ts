/** The look of what a whole card has and a plain one has not. */
export const CARD_STYLE = `
.card details { margin: 0 0 10px; }
.card summary { cursor: pointer; }
.card summary:focus-visible { outline: 2px solid light-dark(#2563eb, #60a5fa); outline-offset: 2px; }
.card ul { margin: 6px 0 0; padding: 8px 8px 8px 24px; max-height: 160px; overflow: auto; border-radius: 6px; background: light-dark(#f4f4f5, #27272a); font: 12px/1.5 ui-monospace, monospace; }
`
