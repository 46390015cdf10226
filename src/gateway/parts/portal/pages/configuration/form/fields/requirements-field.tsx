/** The security requirements of an API: a call must fulfil every definition of one alternative. */
import { Checkbox, CheckboxGroup } from '@carbon/react'
import { t } from '../../../../../../../shared/ui/text/t.ts'
import { buildFieldId, readPath, type ValuePath } from '../../schema/path-pattern.ts'
import { type FieldProps, useForm } from '../model/form-context.ts'
import { ListEntries } from './list-entries.tsx'
import { FieldGroup } from './member-fields.tsx'

export function RequirementsField({ path, title }: FieldProps) {
  const model = useForm()
  const written = readPath(model.value, path)
  const alternatives = (Array.isArray(written) ? written : []) as Record<string, string[]>[]
  const definitions = findDefinitions(model.value)

  return (
    <FieldGroup showsInner path={path} title={title}>
      <p className="document-form__help">
        {alternatives.length === 0
          ? t('Without requirements, every call is accepted.')
          : t('A call must fulfil one of these alternatives.')}
      </p>
      <ListEntries
        path={path}
        title={title}
        items={alternatives}
        nameOf={(number) => [t('Alternative {number}', { number }), t('alternative {number}', { number })]}
        render={(alternative, at) => (
          <AlternativeFields path={at} alternative={alternative} definitions={definitions} />
        )}
        initial={() => {
          const [first] = definitions
          return first ? { [first.name]: first.scopes } : {}
        }}
      />
    </FieldGroup>
  )
}

interface AlternativeFieldsProps {
  path: ValuePath
  /** The scopes that the alternative demands, by the name of the definition. */
  alternative: Readonly<Record<string, string[]>>
  definitions: readonly SecurityDefinition[]
}

/** The definitions that must hold for an alternative, and the scopes of each. */
function AlternativeFields({ path, alternative, definitions }: AlternativeFieldsProps) {
  const model = useForm()
  return (
    <>
      <CheckboxGroup legendText={t('Definitions, all of which must hold')}>
        {definitions.map(({ name }) => (
          <Checkbox
            key={name}
            id={buildFieldId([...path, name])}
            labelText={name}
            checked={name in alternative}
            onChange={(_, { checked }) =>
              model.edit([
                checked
                  ? {
                      do: 'set',
                      path: [...path, name],
                      value: definitions.find((each) => each.name === name)?.scopes ?? [],
                    }
                  : { do: 'remove', path: [...path, name] },
              ])
            }
          />
        ))}
      </CheckboxGroup>
      {definitions
        .filter(({ name, scopes }) => name in alternative && scopes.length > 0)
        .map(({ name, scopes }) => (
          <CheckboxGroup key={name} legendText={t('Scopes of {name} that the token must have', { name })}>
            {scopes.map((scope) => (
              <Checkbox
                key={scope}
                id={buildFieldId([...path, name, scope])}
                labelText={scope}
                checked={alternative[name]?.includes(scope) ?? false}
                onChange={(_, { checked }) =>
                  model.edit([
                    {
                      do: 'set',
                      path: [...path, name],
                      value: checked
                        ? [...(alternative[name] ?? []), scope]
                        : (alternative[name] ?? []).filter((each) => each !== scope),
                    },
                  ])
                }
              />
            ))}
          </CheckboxGroup>
        ))}
    </>
  )
}

interface SecurityDefinition {
  name: string
  scopes: string[]
}

/** Returns the security definitions of an API, OpenAPI 2 or 3, with their scopes. */
function findDefinitions(value: unknown): SecurityDefinition[] {
  const definitions =
    readPath(value, ['securityDefinitions']) ?? readPath(value, ['components', 'securitySchemes']) ?? {}
  return Object.entries(definitions as Record<string, unknown>).map(([name, definition]) => {
    const flows = Object.values((readPath(definition, ['flows']) as object | undefined) ?? {})
    const scopes = readPath(definition, ['scopes']) ?? readPath(flows[0], ['scopes']) ?? {}
    return { name, scopes: Object.keys(scopes as object) }
  })
}
