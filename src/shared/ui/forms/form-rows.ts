/** The rows of a form: its fields, and how they are arranged. */
import { isValidElement, type ReactElement } from 'react'
import type { FieldError } from '../feedback/use-field-errors.ts'

/** The number of choices above which they are found by letters. */
export const maxListed = 20

/**
 * How a field is entered. `name` is a name or an id without blanks, `path` a text that the browser neither checks nor
 * completes, `lines` a text of several lines, `time` a local time, `tiles` a choice with explanations, `checks` a list
 * of those choices that are checked.
 */
export type FieldKind =
  | 'text'
  | 'name'
  | 'path'
  | 'number'
  | 'password'
  | 'lines'
  | 'time'
  | 'choice'
  | 'radio'
  | 'tiles'
  | 'check'
  | 'checks'

/** Attributes of the HTML element of a field. */
export interface FieldAttributes {
  type?: string
  className?: string
  maxLength?: number
  placeholder?: string
  autoComplete?: string
  readOnly?: boolean
  step?: number
}

export interface FormField<Draft> {
  /** The member of the draft. */
  name: keyof Draft & string
  label: string
  /** The kind of the field; `text` if absent. */
  kind?: FieldKind
  /** The `id` of the field; the ids of the form and of the member if absent. */
  id?: string
  help?: string | undefined
  /** The choices of a field that has them. */
  choices?: readonly (readonly [value: string, title: string, summary?: string])[]
  /** The error text of wrong input, which is shown at once; undefined when the input is right. */
  wrong?: string | undefined
  /** The error text when the field is empty at an attempt to submit. */
  required?: string | undefined
  /** The error text of other input that is not enough to submit; undefined when it is. */
  missing?: string | undefined
  /** The number of lines of a text of several lines. */
  rows?: number
  attributes?: FieldAttributes | undefined
  /** Loads the names that the field offers beside free text, each time it gets the focus. */
  loadNames?: (() => Promise<readonly string[]>) | undefined
  /** Returns the members that change with this one. */
  also?(value: string): Partial<Draft>
}

/** A field, fields side by side, fields with a legend, or any element. Nothing is shown for `false`. */
export type FormRow<Draft> =
  | FormField<Draft>
  | readonly (FormField<Draft> | ReactElement | false)[]
  | { legend: string; rows: readonly FormRow<Draft>[] }
  | ReactElement
  | false
  | undefined

/** Returns the errors of the fields of a form with this `id`, in the order of the fields. */
export function findRowErrors<Draft>(id: string, draft: Draft, rows: readonly FormRow<Draft>[]): readonly FieldError[] {
  return listFields(rows).map((field) => ({
    id: findFocusId(id, field),
    wrong: field.wrong,
    missing: isEmpty(draft[field.name]) ? (field.required ?? field.missing) : field.missing,
  }))
}

export function findFieldId<Draft>(form: string, { id, name }: Pick<FormField<Draft>, 'id' | 'name'>): string {
  return id ?? `${form}-${name}`
}

/** Returns the id of the element that gets the focus when the field has an error: of choices, the first one or their field. */
export function findFocusId<Draft>(form: string, field: FormField<Draft>): string {
  const id = findFieldId(form, field)
  const { kind, choices = [] } = field
  if (kind !== 'checks') return id
  return choices.length > maxListed ? `${id}-add` : `${id}-${choices[0]?.[0] ?? ''}`
}

export function isFieldList<Draft>(row: FormRow<Draft>): row is readonly (FormField<Draft> | ReactElement | false)[] {
  return Array.isArray(row)
}

function listFields<Draft>(rows: readonly FormRow<Draft>[]): readonly FormField<Draft>[] {
  return rows.flatMap((row) => {
    if (!row || isValidElement(row)) return []
    if (isFieldList(row)) return listFields(row)
    return 'rows' in row && 'legend' in row ? listFields(row.rows) : [row as FormField<Draft>]
  })
}

function isEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0)
}
