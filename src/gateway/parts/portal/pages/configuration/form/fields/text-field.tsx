/** A field for a text or a number. What is typed is written after a pause, and when the field loses the focus. */
import { TextArea, TextInput } from '@carbon/react'
import { useEffect, useRef, useState } from 'react'
import type { JsonSchema } from '../../../../../../../shared/lib/json-schema/json-schema.ts'
import { t } from '../../../../../../../shared/ui/text/t.ts'
import { buildFieldId, readPath } from '../../schema/path-pattern.ts'
import { isReference } from '../../schema/simplify-schema.ts'
import { buildEdit, buildErrorProps, type FieldProps, findProblemText, useForm } from '../model/form-context.ts'
import { describeSeconds } from '../model/summarize-fields.ts'

/** A field for a list of texts, one on each line. */
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

const writeDelayMs = 400

export function TextField(props: FieldProps) {
  const { path, schema, title, help, isRequired } = props
  const model = useForm()
  const written = readPath(model.value, path)
  const text = written === undefined || written === null ? '' : String(written)
  const [typed, setTyped] = useState(text)
  useEffect(() => setTyped(text), [text])
  const isNumber = schema.type === 'integer' || schema.type === 'number'
  const wrong = findProblemText(model, path) ?? checkValue(parse(typed), schema, isRequired)

  function parse(value: string): unknown {
    return isNumber && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value.trim()) : value
  }

  function write() {
    if (typed === text) return
    model.edit([buildEdit(model, props, typed === '' && !isRequired ? undefined : parse(typed))])
  }

  const latestWrite = useRef(write)
  latestWrite.current = write
  // An empty field is written when it loses the focus, so that a member keeps its place while its value is replaced.
  useEffect(() => {
    if (typed === text || typed === '') return
    const timer = setTimeout(() => latestWrite.current(), writeDelayMs)
    return () => clearTimeout(timer)
  }, [typed, text])
  return (
    <TextInput
      id={buildFieldId(path)}
      labelText={isRequired && schema.default === undefined ? t('{title} - required', { title }) : title}
      helperText={joinHelp([describeSeconds(typed || schema.default, schema), help], schema.default)}
      {...(isNumber && { inputMode: 'numeric' })}
      placeholder={schema.default === undefined ? '' : String(schema.default)}
      value={typed}
      {...buildErrorProps(buildFieldId(path), wrong)}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={write}
      onKeyDown={(event) => {
        if (event.key === 'Enter') write()
      }}
    />
  )
}

/** Returns the sentences of help with the default value, which the gateway uses while the member is absent. */
export function joinHelp(help: readonly (string | undefined)[], initial: unknown): string {
  const isPlain = ['string', 'number', 'boolean'].includes(typeof initial) && initial !== ''
  const value = typeof initial === 'boolean' ? t(initial ? 'yes' : 'no') : String(initial)
  return [...help, isPlain && t('Default: {value}.', { value })]
    .flatMap((text) => (text ? [/[.:!?]$/.test(text) ? text : `${text}.`] : []))
    .join(' ')
}

/** Returns why a value does not fit its schema; undefined when it fits or is a reference. */
function checkValue(value: unknown, schema: JsonSchema, isRequired: boolean): string | undefined {
  if (value === undefined || value === '' || value === null)
    return isRequired && schema.default === undefined ? t('A value is required.') : undefined
  if (isReference(value)) return undefined
  const { type, pattern, minimum, maximum, exclusiveMinimum, maxLength, description } = schema
  if (type === 'integer' || type === 'number') {
    if (typeof value !== 'number') return t('Enter a number.')
    if (type === 'integer' && !Number.isInteger(value)) return t('Enter a whole number.')
    if (minimum !== undefined && value < minimum) return t('The smallest value is {minimum}.', { minimum })
    if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
      return t('The value must be above {exclusiveMinimum}.', { exclusiveMinimum })
    if (maximum !== undefined && value > maximum) return t('The largest value is {maximum}.', { maximum })
  }
  if (type === 'string' && typeof value === 'string') {
    if (maxLength !== undefined && value.length > maxLength)
      return t('Enter at most {maxLength} characters.', { maxLength })
    if (pattern !== undefined && !matches(value, pattern))
      return description && /^an? [a-z]/.test(description)
        ? t('Enter {description}.', { description })
        : t('Enter a value of the accepted form.')
  }
  return undefined
}

function matches(value: string, pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(value)
  } catch {
    return true // the browser does not know the expression; the gateway checks the value
  }
}
