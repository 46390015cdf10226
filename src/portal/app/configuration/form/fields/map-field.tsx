/** A map with free names, such as the scopes of a provider or the plans of a product. */
import { Button } from '@carbon/react'
import { Add } from '@carbon/react/icons'
import { t } from '../../../../../ui/text/t.ts'
import { findFieldType } from '../../schema/find-field-type.ts'
import { buildFieldId, readPath } from '../../schema/path-pattern.ts'
import { simplifySchema } from '../../schema/simplify-schema.ts'
import { findChoices } from '../model/find-choices.ts'
import { type FieldProps, useForm } from '../model/form-context.ts'
import { buildInitialValue } from '../model/initial-value.ts'
import { AddName } from './add-name.tsx'
import { FieldGroup } from './field-group.tsx'
import { MapEntryHead } from './map-entry-head.tsx'

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
