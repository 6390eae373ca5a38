import { listen } from './listening.ts'

/**
 * Makes forms of a View work as far as the View itself goes. A frame without `allow-forms` never fires `submit`, so handlers that
 * only want to hear of it (most forms in Views) would stay silent. Here the event is fired, and nothing is ever sent.
 */
export function installFormShim(): void {
  HTMLFormElement.prototype.requestSubmit = function (submitter) {
    submit(this, submitter)
  }

  const seen = new WeakSet<Event>()
  const press = (event: Event, found = formOf(event)): void => {
    if (!found || seen.has(event) || event.defaultPrevented) return
    seen.add(event)
    event.preventDefault()
    submit(found.form, found.button)
  }
  for (const type of ['click', 'keydown'] as const) {
    listen(type, (event) => press(event))
    // Where the app stops the event on its way up, it is looked at after everybody else had it.
    listen(
      type,
      (event) => {
        const found = formOf(event)
        if (found) setTimeout(() => press(event, found))
      },
      true,
    )
  }
}

// The form that the browser would submit now: by a pressed button, or by Enter in the only field of a form without a button.
function formOf(event: Event): { form: HTMLFormElement; button?: HTMLElement } | undefined {
  const target = event.composedPath()[0]
  if (!(target instanceof Element)) return undefined
  if (event.type === 'click') {
    const button = target.closest<HTMLButtonElement | HTMLInputElement>('button,input')
    return button?.form && /^(?:submit|image)$/.test(button.type) ? { form: button.form, button } : undefined
  }
  if ((event as KeyboardEvent).key !== 'Enter' || (event as KeyboardEvent).isComposing) return undefined
  if (
    !(target instanceof HTMLInputElement) ||
    /^(?:submit|image|button|reset|checkbox|radio|file|color|range)$/.test(target.type)
  )
    return undefined
  const others = [...(target.form?.elements ?? [])] as HTMLInputElement[]
  const alone = others.every(
    (field) => field === target || !/^(?:submit|image|text|search|url|tel|email|password|number)$/.test(field.type),
  )
  return target.form && alone ? { form: target.form } : undefined
}

function submit(form: HTMLFormElement, submitter?: HTMLElement | null): void {
  const button = submitter as HTMLButtonElement | null | undefined
  if (!form.noValidate && !button?.formNoValidate && !form.reportValidity()) return
  const event = new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter: submitter ?? null })
  if (form.dispatchEvent(event) && form.method === 'dialog') form.closest('dialog')?.close(button?.value)
}
