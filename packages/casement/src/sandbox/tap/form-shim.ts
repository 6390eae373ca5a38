/**
 * Fires `submit` events, which a frame without `allow-forms` never does, for the many Views that handle them in script. No form is ever
 * sent.
 */
export function installFormShim(): void {
  HTMLFormElement.prototype.requestSubmit = function (submitter) {
    submit(this, submitter)
  }

  const seen = new WeakSet<Event>()
  const submitOnce = (event: Event, found = formOf(event)): void => {
    if (!found || seen.has(event) || event.defaultPrevented) return
    seen.add(event)
    event.preventDefault()
    submit(found.form, found.button)
  }
  for (const type of ['click', 'keydown'] as const) {
    addEventListener(type, (event) => submitOnce(event))
    // A View may stop the event before it bubbles up to the window. It is then handled after all other listeners.
    addEventListener(
      type,
      (event) => {
        const found = formOf(event)
        if (found) setTimeout(() => submitOnce(event, found))
      },
      true,
    )
  }
}

// The form that the browser would submit for this event: by its button, or by Enter in the only field of a form without a button.
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
