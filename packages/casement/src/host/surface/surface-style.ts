/** The styles of a surface in inline mode, for both themes. They are in a shadow tree, isolated from the styles of the page. */
export const SURFACE_STYLE = `
:host { display: block; position: relative; min-width: 0 }
:host([hidden]) { display: none }
* { box-sizing: border-box }
dialog { all: unset; box-sizing: border-box; display: flex; flex-direction: column; width: 100%; overflow: clip; font: 14px/1.5 system-ui, sans-serif; color: CanvasText }
[data-border=true], [data-border=line] { border: 1px solid light-dark(#d4d4d8, #3f3f46); border-radius: 10px }
[data-border=true], .card { background: Canvas }
.slot { position: relative; flex: none; width: 100% }
iframe { display: block; border: 0; width: 100%; height: 100%; opacity: 0 }
[data-stage=ready] iframe { opacity: 1 }
.card { padding: 16px 18px; overflow-wrap: anywhere }`
