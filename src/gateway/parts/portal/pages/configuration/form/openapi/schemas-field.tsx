/** The schemas of an API: the definitions of Swagger 2.0, the component schemas of OpenAPI 3. */
import { useMemo } from 'react'
import { t } from '../../../../../../../shared/ui/text/t.ts'
import { buildFieldId, readPath } from '../../schema/path-pattern.ts'
import { AddName, MapEntryHead } from '../fields/map-field.tsx'
import { FieldGroup } from '../fields/member-fields.tsx'
import { Unfolding } from '../fields/unfolding.tsx'
import { type FieldProps, useForm } from '../model/form-context.ts'
import { countReferences, renameSchema, renderReference } from './openapi-edits.ts'
import { PropertyTable } from './property-table.tsx'

export function SchemasField({ path, title }: FieldProps) {
  const model = useForm()
  const schemas = (readPath(model.value, path) ?? {}) as Readonly<Record<string, unknown>>
  const names = Object.keys(schemas)
  const uses = useMemo(() => countReferences(model.value), [model.value])

  return (
    <FieldGroup showsInner path={path} title={title}>
      <ul className="entries">
        {names.map((name) => (
          <li key={name} className="entry">
            <MapEntryHead
              path={[...path, name]}
              label={t('Schema')}
              rename={(next) => {
                if (checkName(next) === undefined && !names.includes(next))
                  model.edit(renameSchema(model.value, name, next))
              }}
            >
              <span className="entry__note">{describeUse(uses.get(renderReference(name, model.value)) ?? 0)}</span>
            </MapEntryHead>
            <Unfolding
              path={[...path, name]}
              summary={t('Properties of {name}', { name })}
              render={() =>
                isObjectSchema(schemas[name]) ? (
                  <PropertyTable path={[...path, name]} />
                ) : (
                  <p className="entry__note">{t('This schema is no object with properties: change it in the YAML.')}</p>
                )
              }
            />
          </li>
        ))}
      </ul>
      <AddName
        id={buildFieldId([...path, '+'])}
        label={t('New schema')}
        action={t('Add the schema')}
        names={names}
        check={checkName}
        add={(name) => model.edit([{ do: 'set', path: [...path, name], value: { type: 'object', properties: {} } }])}
      />
    </FieldGroup>
  )
}

function checkName(name: string): string | undefined {
  return /^[\w.-]+$/.test(name) ? undefined : t('A name has letters, digits, dots, hyphens and underscores.')
}

function describeUse(count: number): string {
  return t('{count, plural, =0 {Not used} one {Used once} other {Used # times}}', { count })
}

function isObjectSchema(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  const others = ['$ref', 'allOf', 'anyOf', 'oneOf', 'enum']
  return (!('type' in schema) || schema.type === 'object') && !others.some((member) => member in schema)
}
