/** A map with free names, such as the scopes of a provider or the plans of a product. */
import { Button, TextInput } from '@carbon/react'
import { Add } from '@carbon/react/icons'
import { type ReactNode, useState } from 'react'
import { ActionButton } from '../../../../../../../shared/ui/feedback/action-button.tsx'
import { t } from '../../../../../../../shared/ui/text/t.ts'
import { findFieldType } from '../../schema/find-field-type.ts'
import { buildFieldId, readPath, type ValuePath } from '../../schema/path-pattern.ts'
import { buildInitialValue, simplifySchema } from '../../schema/simplify-schema.ts'
import { buildErrorProps, type FieldProps, findChoices, useForm } from '../model/form-context.ts'
import { CommittedInput } from './committed-input.tsx'
import { RemoveButton } from './list-entries.tsx'
import { FieldGroup } from './member-fields.tsx'

interface AddNameProps {
  id: string
  label: string
  action: string
  /** The names that exist. */
  names: readonly string[]
  /** Returns why a name is not accepted; undefined for a name that is. */
  check(name: string): string | undefined
  add(name: string): void
  /** Further buttons. */
  children?: ReactNode
}

/** A field and a button that add an entry with a name: a path, a schema or a property. */
export function AddName({ id, label, action, names, check, add, children }: AddNameProps) {
  const [typed, setTyped] = useState('')
  const wrong = names.includes(typed) ? t('This name is there already.') : typed === '' ? undefined : check(typed)

  function submit() {
    if (typed === '' || wrong !== undefined) return
    add(typed)
    setTyped('')
  }

  return (
    <div className="entry__add">
      <TextInput
        id={id}
        size="sm"
        labelText={label}
        value={typed}
        {...buildErrorProps(id, wrong)}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') submit()
        }}
      />
      <ActionButton kind="tertiary" size="sm" renderIcon={Add} requires={[typed]} onClick={submit}>
        {action}
      </ActionButton>
      {children}
    </div>
  )
}

interface MapEntryHeadProps {
  path: ValuePath
  label: string
  rename(name: string): void
  /** Shown between the name and the button. */
  children?: ReactNode
}

/** The head of an entry of a map: its name, which can be changed, and a button that removes the entry. */
export function MapEntryHead({ path, label, rename, children }: MapEntryHeadProps) {
  const model = useForm()
  const name = String(path.at(-1))
  return (
    <div className="entry__head">
      <CommittedInput
        id={`${buildFieldId(path)}-name`}
        labelText={label}
        value={name}
        write={(next) => next !== '' && rename(next)}
      />
      {children}
      <RemoveButton name={name} size="md" remove={() => model.edit([{ do: 'remove', path }])} />
    </div>
  )
}

export function MapField(props: FieldProps) {
  const { path, schema, title, help } = props
  const model = useForm()
  const [pattern = '', entry = {}] = Object.entries(schema.patternProperties ?? {})[0] ?? []
  const members = (readPath(model.value, path) ?? {}) as Record<string, unknown>
  const names = Object.keys(members)
  const inner = simplifySchema(entry, model.root)
  const isPlain = findFieldType(inner.schema, inner.variants) === 'text'
  const offered = (findChoices(model, path) ?? []).filter(({ value }) => !names.includes(value))

  function add(name: string) {
    model.edit([{ do: 'set', path: [...path, name], value: buildInitialValue(entry, model.root) }])
  }

  return (
    <FieldGroup path={path} title={title} help={help}>
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
      <AddName
        id={buildFieldId([...path, '+'])}
        label={t('New name in {title}', { title })}
        action={t('Add to {title}', { title })}
        names={names}
        check={(name) =>
          new RegExp(pattern, 'u').test(name) ? undefined : t('This name has a character that is not accepted here.')
        }
        add={add}
      >
        {offered.map(({ value, title: label }) => (
          <Button key={value} kind="ghost" size="sm" renderIcon={Add} onClick={() => add(value)}>
            {t('Add {label}', { label })}
          </Button>
        ))}
      </AddName>
    </FieldGroup>
  )
}
