import { FOCUS_ELEMENTS, FOCUS_WAYS } from '../../packages/conformance/src/attacks/focus-ways.ts'
import { casementView } from './stage.ts'

/** Ways that need our proxy, which passes the focus on to the View. */
const WAYS: Readonly<Record<string, string>> = {
  ...FOCUS_WAYS,
  'the window of the proxy': `parent.focus()`,
  'the windows around it': `top.focus(); parent.focus(); for (let n = 0; n < top.length; n++) top[n].focus()`,
}

/** A View that takes the focus in the way that its locale names, and collects the letters that it gets. */
export const thievingView = (): Promise<string> =>
  casementView(
    `${FOCUS_ELEMENTS('got += key')}
    <script>
      window.got = ''
      const WAYS = ${JSON.stringify(WAYS)}
      const steal = setInterval(() => {
        const way = WAYS[window.app?.getHostContext()?.locale]
        if (!way) return
        clearInterval(steal)
        const run = document.createElement('script')
        run.text = '{ ' + way + ' }'
        document.body.append(run)
      }, 10)
    </script>`,
  )
