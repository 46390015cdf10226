/** The errors of the fields of a form: wrong input is shown at once, missing input after an attempt to submit. */
import { useState } from 'react'

export interface FieldError {
  /** The `id` of the field. */
  id: string
  /** Why the input is wrong; undefined when it is right. */
  wrong?: string | undefined
  /** Why the input is not enough to submit the form; undefined when it is. */
  missing?: string | undefined
}

export interface FieldErrors {
  /** Returns the properties of a Carbon field that show its error. */
  of(id: string): { invalid: boolean; invalidText: string }
  /** Returns whether the form can be submitted. Otherwise shows every error and focuses the first faulty field. */
  check(): boolean
}

/** `errors` are in the order of the fields. */
export function useFieldErrors(errors: readonly FieldError[]): FieldErrors {
  const [attempted, setAttempted] = useState(false)

  return {
    of(id) {
      const error = errors.find((each) => each.id === id)
      const text = error?.wrong ?? (attempted ? error?.missing : undefined)
      return { invalid: text !== undefined, invalidText: text ?? '' }
    },
    check() {
      const first = errors.find(({ wrong, missing }) => wrong !== undefined || missing !== undefined)
      if (!first) return true
      setAttempted(true)
      requestAnimationFrame(() => focusField(first.id))
      return false
    },
  }
}

/** Focuses a field and scrolls it into view. */
function focusField(id: string): void {
  const field = document.getElementById(id)
  field?.focus()
  field?.scrollIntoView({ block: 'center' })
}
