/** A form whose fields are the rows of a table: what was entered, and what is wrong with it. */
import { useState } from 'react'
import { type FieldErrors, useFieldErrors } from '../feedback/use-field-errors.ts'
import { type FormRow, findRowErrors } from './form-rows.ts'

export interface Form<Draft> {
  id: string
  draft: Draft
  rows: readonly FormRow<Draft>[]
  /** Whether the draft differs from what the form began with; false for a draft that is kept elsewhere. */
  isChanged: boolean
  errors: FieldErrors
  change(some: Partial<Draft>): void
}

/** Returns the form with what the user has entered; `reset` empties it to what it began with. `build` returns its rows for a draft. */
export function useForm<Draft extends object>(
  id: string,
  start: Draft | (() => Draft),
  build: (draft: NoInfer<Draft>) => readonly FormRow<NoInfer<Draft>>[],
): Form<Draft> & { reset(): void } {
  const [initial] = useState(start)
  const [draft, setDraft] = useState(initial)
  const change = (some: Partial<Draft>) => setDraft((before) => ({ ...before, ...some }))
  const form = useFormOf(id, draft, change, build(draft))
  return {
    ...form,
    isChanged: Object.entries(draft).some(([name, value]) => value !== initial[name as keyof Draft]),
    reset: () => setDraft(initial),
  }
}

/** Returns the form of a draft that is kept elsewhere. */
export function useFormOf<Draft>(
  id: string,
  draft: Draft,
  change: (some: Partial<Draft>) => void,
  rows: readonly FormRow<NoInfer<Draft>>[],
): Form<Draft> {
  const errors = useFieldErrors(findRowErrors(id, draft, rows))
  return { id, draft, rows, errors, change, isChanged: false }
}
