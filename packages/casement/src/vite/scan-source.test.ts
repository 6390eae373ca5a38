import { expect, test } from 'vitest'
import { scanSource } from './scan-source.ts'

const found = (file: string, text: string): string[] =>
  scanSource(file, text).map(({ use, url, line }) => `${line} ${use} ${url}`)

test.each([
  ['fetch("/api/data")', '1 connect /api/data'],
  ['const a = 1\nawait fetch(`https://api.test/x`)', '2 connect https://api.test/x'],
  ['new WebSocket("wss://live.test/feed")', '1 connect wss://live.test/feed'],
  ['new EventSource("./events")', '1 connect ./events'],
  ['navigator.sendBeacon("https://count.test")', '1 connect https://count.test'],
  ['request.open("GET", "/rows.json")', '1 connect /rows.json'],
  ['image.src = "https://img.test/a.png"', '1 resource https://img.test/a.png'],
  ['import x from "https://cdn.test/x.js"', '1 resource https://cdn.test/x.js'],
  ['const x = await import("https://cdn.test/x.js")', '1 resource https://cdn.test/x.js'],
  ['fetch("https://api.test/x?" + query)', '1 connect https://api.test/x?'],
  ['fetch(`https://api.test/${path}`)', '1 connect https://api.test/'],
  ['new Worker("/worker.js")', '1 resource /worker.js'],
])('finds in a script: %s', (code, expected) => {
  expect(found('a.ts', code)).toEqual([expected])
})

test.each([
  'app.openLink({ url: "https://example.com" })',
  'const svg = "http://www.w3.org/2000/svg"',
  '// fetch("https://commented.test")',
  '/* fetch("https://commented.test")\n */ const a = 1',
  'view.prefetch("/nothing")',
  'fetch(`${base}/rows`)',
  'import a from "./a.ts"',
])('leaves alone in a script: %s', (code) => {
  expect(found('a.ts', code)).toEqual([])
})

test('reads code after a comment opener in a string, and no code in strings', () => {
  const code = `const globs = ['src/**/*.ts', '/*']\nfetch('https://api.test/x')\nconst help = "fetch('https://no.test')" // */`
  expect(found('a.ts', code)).toEqual(['2 connect https://api.test/x'])
  expect(
    found(
      'a.vue',
      `<script setup lang="ts">\nconst glob: string = '/*'\nfetch('/rows')\n</script>\n<template><p>*/</p></template>`,
    ),
  ).toEqual(['3 connect /rows'])
  expect(found('a.tsx', `const a = <T,>(x: T) => x\nexport const b = <video poster={'https://img.test/p.png'} />`)).toEqual([
    '2 resource https://img.test/p.png',
  ])
})

test('reads a source that cannot be parsed as text', () => {
  expect(found('a.ts', `const = ;\nfetch('/rows')`)).toEqual(['2 connect /rows'])
})

test('finds what a page loads, with lines', () => {
  const page = `<html>
  <head><link rel="stylesheet" href="https://css.test/a.css"><link rel="canonical" href="https://example.com"></head>
  <body><a href="https://example.com">out</a>
    <img alt="" src="/logo.png"><iframe src="https://frame.test/x"></iframe>
    <style>body { background: url(https://img.test/bg.png) }</style>
  </body></html>`
  expect(found('index.html', page).toSorted()).toEqual([
    '2 resource https://css.test/a.css',
    '4 frame https://frame.test/x',
    '4 resource /logo.png',
    '5 resource https://img.test/bg.png',
  ])
})

test('knows what Vite follows by itself', () => {
  const isFollowed = (file: string, text: string) => scanSource(file, text).map(({ followed }) => followed)
  expect(isFollowed('a.html', '<img src="./a.png"><iframe src="./b.html"></iframe>')).toEqual([true, false])
  expect(isFollowed('a.vue', '<img src="./a.png"><style>a { background: url(./b.png) }</style>')).toEqual([true, true])
  expect(isFollowed('a.svelte', '<img src="./a.png"><style>a { background: url(./b.png) }</style>')).toEqual([false, true])
  expect(isFollowed('a.ts', 'image.src = "/a.png"')).toEqual([false])
})

test('finds what components and styles load', () => {
  expect(found('a.tsx', '<img src="https://img.test/a.png" />')).toEqual(['1 resource https://img.test/a.png'])
  expect(found('a.vue', '<template>\n<img src="https://img.test/a.png" />\n</template>')).toEqual([
    '2 resource https://img.test/a.png',
  ])
  expect(found('a.css', '@import "https://css.test/a.css";\na { src: url("./font.woff2") }')).toEqual([
    '1 resource https://css.test/a.css',
    '2 resource ./font.woff2',
  ])
})
