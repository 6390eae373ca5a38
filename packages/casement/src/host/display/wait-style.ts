/** The look of what shows that a View is on its way: a ring, for those who wait longer than a second. Nothing turns that is not seen. */
export const WAIT_STYLE = `
.wait{position:absolute;inset:0;display:grid;place-items:center;opacity:.6;content-visibility:hidden;animation:show 0s 1s forwards}
.wait::before{content:'';width:20px;height:20px;border:2px solid;border-top-color:transparent;border-radius:50%;animation:turn 1.2s steps(12) infinite}
@keyframes turn{to{rotate:1turn}}
@media(prefers-reduced-motion:reduce){.wait::before{animation:none;border-top-color:currentcolor}}`
