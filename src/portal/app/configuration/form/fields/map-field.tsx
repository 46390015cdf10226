/** A map with free names, such as the scopes of a provider or the plans of a product. */
import { Button, TextInput } from '@carbon/react'
import { Add } from '@carbon/react/icons'
import { useState } from 'react'
import { ActionButton } from '../../../../../ui/feedback/action-button.tsx'
import { t } from '../../../../../ui/text/t.ts'
import { findFieldType } from '../../schema/find-field-type.ts'
import { buildFieldId, readPath } from '../../schema/path-pattern.ts'
import { simplifySchema } from '../../schema/simplify-schema.ts'
import { findChoices } from '../model/find-choices.ts'
import { buildErrorProps, type FieldProps, findProblemText, useForm } from '../model/form-context.ts'
import { buildInitialValue } from '../model/initial-value.ts'
import { MapEntryHead } from './map-entry-head.tsx'

export function MapField(props: FieldProps) {
  const { path, schema, title, help } = props
  const model = useForm()
  const [added, setAdded] = useState('')
  const [pattern = '', entry = {}] = Object.entries(schema.patternProperties ?? {})[0] ?? []
  const members = (readPath(model.value, path) ?? {}) as Record<string, unknown>
  const names = Object.keys(members)
  const inner = simplifySchema(entry, model.root)
  const isPlain = findFieldType(inner.schema, inner.variants) === 'text'
  const offered = (findChoices(model, path) ?? []).filter(({ value }) => !names.includes(value))
  const id = buildFieldId([...path, '+'])
  const wrong = names.includes(added)
    ? t('This name is there already.')
    : added !== '' && !new RegExp(pattern, 'u').test(added)
      ? t('This name has a character that is not accepted here.')
      : undefined
  const problem = findProblemText(
    { ...model, problems: model.problems.filter((each) => each.path.length === path.length) },
    path,
  )

  function add(name: string) {
    if (name === '' || wrong !== undefined) return
    model.edit([{ do: 'set', path: [...path, name], value: buildInitialValue(entry, model.root) }])
    setAdded('')
  }

  return (
    <fieldset className="document-form__inner">
      <legend className="document-form__subtitle">{title}</legend>
      {help && <p className="document-form__help">{help}</p>}
      {problem && <p className="document-form__problem">{problem}</p>}
      <ul className="entries">
        {names.map((name) => (
          <li key={name} className={isPlain ? 'entry entry--plain' : 'entry'}>
            <MapEntryHead
              path={[...path, name]}
              label={t('Name in {title}', { title })}
              rename={(next) => model.edit([{ do: 'rename', path: [...path, name], name: next }])}
            />
            <model.Field
              path={[...path, name]}
              schema={entry}
              isRequired={false}
              floor={path.length + 1}
              title={isPlain ? t('Text of {name}', { name }) : name}
            />
          </li>
        ))}
      </ul>
      <div className="entry__add">
        <TextInput
          id={id}
          size="sm"
          labelText={t('New name in {title}', { title })}
          value={added}
          {...buildErrorProps(id, wrong)}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setAdded(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') add(added)
          }}
        />
        <ActionButton kind="tertiary" size="sm" renderIcon={Add} requires={[added]} onClick={() => add(added)}>
          {t('Add to {title}', { title })}
        </ActionButton>
        {offered.map(({ value, title: label }) => (
          <Button key={value} kind="ghost" size="sm" renderIcon={Add} onClick={() => add(value)}>
            {t('Add {label}', { label })}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
