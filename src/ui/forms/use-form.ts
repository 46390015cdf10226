/** A form whose fields are the rows of a table: what was entered, and what is wrong with it. */
import { useState } from 'react'

import { type FieldErrors, useFieldErrors } from '../feedback/use-field-errors.ts'
import { type FormRow, findRowErrors } from './form-rows.ts'

export interface Form<Draft> {
  id: string
  draft: Draft
  rows: readonly FormRow<Draft>[]
  /** Whether the draft differs from what the form began with. */
  isChanged: boolean
  errors: FieldErrors
  change(some: Partial<Draft>): void
  /** Empties the form to what it began with. */
  reset(): void
}

/** Returns the form with what the user has entered. `build` returns its rows for a draft. */
export function useForm<Draft extends object>(
  id: string,
  start: Draft | (() => Draft),
  build: (draft: NoInfer<Draft>) => readonly FormRow<NoInfer<Draft>>[],
): Form<Draft> {
  const [initial] = useState(start)
  const [draft, setDraft] = useState(initial)
  const rows = build(draft)
  const errors = useFieldErrors(findRowErrors(id, draft, rows))
  return {
    id,
    draft,
    rows,
    errors,
    isChanged: Object.entries(draft).some(([name, value]) => value !== initial[name as keyof Draft]),
    change: (some) => setDraft((before) => ({ ...before, ...some })),
    reset: () => setDraft(initial),
  }
}
