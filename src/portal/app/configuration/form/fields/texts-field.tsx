/** A field for a list of texts, one on each line. */
import { TextArea } from '@carbon/react'
import { useEffect, useState } from 'react'
import { t } from '../../../../../ui/text/t.ts'
import { buildFieldId, readPath } from '../../schema/path-pattern.ts'
import { buildEdit, buildErrorProps, type FieldProps, findProblemText, useForm } from '../model/form-context.ts'

export function TextsField(props: FieldProps) {
  const { path, schema, title, help } = props
  const model = useForm()
  const written = readPath(model.value, path)
  const defaults = (schema.default as unknown[] | undefined) ?? []
  const text = Array.isArray(written) ? written.join('\n') : ''
  const [typed, setTyped] = useState(text)
  useEffect(() => setTyped(text), [text])
  const isNumber = schema.items?.type === 'integer' || schema.items?.anyOf?.[0]?.type === 'integer'
  const problem = findProblemText(model, path)

  function write() {
    if (typed === text) return
    const lines = typed.split('\n').flatMap((line) => line.trim() || [])
    const values = lines.map((line) => (isNumber && /^\d+$/.test(line) ? Number(line) : line))
    model.edit([buildEdit(model, props, values.length === 0 && defaults.length === 0 ? undefined : values)])
  }

  return (
    <TextArea
      id={buildFieldId(path)}
      labelText={title}
      helperText={[
        help ?? t('One on each line.'),
        defaults.length > 0 && t('Default: {value}.', { value: defaults.join(', ') }),
      ]
        .filter(Boolean)
        .join(' ')}
      rows={Math.min(8, Math.max(2, typed.split('\n').length))}
      value={typed}
      {...buildErrorProps(buildFieldId(path), problem)}
      spellCheck={false}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={write}
    />
  )
}
