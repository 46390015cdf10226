/** A part of the form with a title: the members, the items or the entries of one value, and the problem of the value itself. */
import type { ReactNode } from 'react'
import type { ValuePath } from '../../schema/path-pattern.ts'
import { findProblemText, useForm } from '../model/form-context.ts'

export interface FieldGroupProps {
  path: ValuePath
  title: string
  help?: string | undefined
  /** Whether the problems of the values inside are shown here, because no field of theirs shows them. */
  showsInner?: boolean
  children: ReactNode
}

export function FieldGroup({ path, title, help, showsInner = false, children }: FieldGroupProps) {
  const model = useForm()
  const problems = model.problems.filter((each) => showsInner || each.path.length === path.length)
  const problem = findProblemText({ ...model, problems }, path)
  return (
    <fieldset className="document-form__inner">
      <legend className="document-form__subtitle">{title}</legend>
      {help && <p className="document-form__help">{help}</p>}
      {problem && <p className="document-form__problem">{problem}</p>}
      {children}
    </fieldset>
  )
}
