// Runs a script of remote DOM where it is safe to: in a View, with the elements it may use drawn in place.
import { defineElements } from './remote-elements.ts'
import { takeSettings } from './settings.ts'

interface Settings {
  readonly script: string
}

/** The script is the unchanged body of a function with the parameters `root` and `console`. A policy forbids `Function`, but not an element. */
function run({ script }: Settings): void {
  defineElements(script)
  const root = document.createElement('div')
  root.id = 'root'
  document.body.append(root)
  const element = document.createElement('script')
  element.textContent = `(function (root, console) {${script}\n})(document.getElementById('root'), console)`
  document.body.append(element)
  element.remove()
}

run(takeSettings() as Settings)
