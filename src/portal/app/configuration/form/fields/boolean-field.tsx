/** A field for yes or no. An absent member has its default. */
import { Checkbox } from '@carbon/react'

import { buildFieldId, readPath } from '../../schema/path-pattern.ts'
import { buildEdit, type FieldProps, findProblemText, useForm } from '../model/form-context.ts'
import { joinHelp } from './text-field.tsx'

export function BooleanField(props: FieldProps) {
  const { path, schema, title, help } = props
  const model = useForm()
  const value = readPath(model.value, path) ?? schema.default ?? false
  const problem = findProblemText(model, path)

  return (
    <Checkbox
      id={buildFieldId(path)}
      labelText={title}
      helperText={joinHelp(help, schema.default ?? false)}
      checked={value === true}
      invalid={problem !== undefined}
      invalidText={problem}
      onChange={(_, { checked }) => model.edit([buildEdit(model, props, checked)])}
    />
  )
}
