/**
 * The styles of a loading View: a spinner that appears after a second and is not animated before, and hidden frames while many Views
 * load, for at most three seconds.
 */
export const WAIT_STYLE = `
.undrawn { visibility: hidden; animation: show 0s 3s forwards }
@keyframes show { to { visibility: visible; content-visibility: visible } }
.wait { position: absolute; inset: 0; display: grid; place-items: center; opacity: .6; content-visibility: hidden; animation: show 0s 1s forwards }
.wait::before { content: ''; width: 20px; height: 20px; border: 2px solid; border-top-color: transparent; border-radius: 50%; animation: turn 1.2s steps(12) infinite }
@keyframes turn { to { rotate: 1turn } }
@media (prefers-reduced-motion: reduce) { .wait::before { animation: none; border-top-color: currentcolor } }`
