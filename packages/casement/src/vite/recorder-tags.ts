import type { HtmlTagDescriptor } from 'vite'
import type { CasementViteOptions } from './options.ts'

/** The elements that start the recorder before the first module of a page. */
export function recorderTags(recorder: CasementViteOptions['recorder'] = false): HtmlTagDescriptor[] {
  if (recorder === false) return []
  const settings: HtmlTagDescriptor[] =
    recorder === true
      ? []
      : [{ tag: 'meta', attrs: { name: 'casement-recorder', content: recorder.join(' ') }, injectTo: 'head-prepend' }]
  const script: HtmlTagDescriptor = {
    tag: 'script',
    attrs: { type: 'module' },
    children: "import 'casement/view/recorder'",
    injectTo: 'head-prepend',
  }
  return [...settings, script]
}
