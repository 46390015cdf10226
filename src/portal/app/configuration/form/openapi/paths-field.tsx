/** The paths of an API, with the operations of each. */
import { t } from '../../../../../ui/text/t.ts'
import { buildFieldId, readPath } from '../../schema/path-pattern.ts'
import { AddName } from '../fields/add-name.tsx'
import { FieldGroup } from '../fields/field-group.tsx'
import { MapEntryHead } from '../fields/map-entry-head.tsx'
import { type FieldProps, useForm } from '../model/form-context.ts'
import { PathOperations } from './path-operations.tsx'

export function PathsField({ path, title }: FieldProps) {
  const model = useForm()
  const templates = Object.keys((readPath(model.value, path) as object | undefined) ?? {}).filter((name) =>
    name.startsWith('/'),
  )

  return (
    <FieldGroup showsInner path={path} title={title}>
      <ul className="entries">
        {templates.map((template) => (
          <li key={template} className="entry">
            <MapEntryHead
              path={[...path, template]}
              label={t('Path')}
              rename={(next) => {
                if (checkTemplate(next) === undefined && !templates.includes(next))
                  model.edit([{ do: 'rename', path: [...path, template], name: next }])
              }}
            />
            <PathOperations path={[...path, template]} />
          </li>
        ))}
      </ul>
      <AddName
        id={buildFieldId([...path, '+'])}
        label={t('New path')}
        action={t('Add the path')}
        names={templates}
        check={checkTemplate}
        add={(template) => model.edit([{ do: 'set', path: [...path, template], value: {} }])}
      />
    </FieldGroup>
  )
}

function checkTemplate(template: string): string | undefined {
  if (!template.startsWith('/')) return t('A path begins with /, such as {example}.', { example: '/customers/{id}' })
  return /[\s?#]/.test(template) ? t('A path has no blank, ? or #.') : undefined
}
