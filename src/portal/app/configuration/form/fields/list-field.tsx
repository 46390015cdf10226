/** A list whose items have a shape of their own. */

import { Button } from '@carbon/react'
import { Add } from '@carbon/react/icons'
import { t } from '../../../../../ui/text/t.ts'
import { readPath } from '../../schema/path-pattern.ts'
import { type FieldProps, useForm } from '../model/form-context.ts'
import { buildInitialValue } from '../model/initial-value.ts'
import { EntryActions } from './entry-actions.tsx'
import { FieldGroup } from './field-group.tsx'

export function ListField(props: FieldProps) {
  const { path, schema, title, help } = props
  const model = useForm()
  const written = readPath(model.value, path)
  const items = Array.isArray(written) ? written : []

  return (
    <FieldGroup path={path} title={title} help={help}>
      <ol className="entries">
        {items.map((_, index) => {
          const name = `${title} ${index + 1}`
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity but their position
            <li key={index} className="entry">
              <div className="entry__head">
                <strong>{name}</strong>
                <EntryActions
                  name={name}
                  index={index}
                  count={items.length}
                  move={(to) => model.edit([{ do: 'move', path, from: index, to }])}
                  remove={() => model.edit([{ do: 'remove', path: [...path, index] }])}
                />
              </div>
              <model.Field
                path={[...path, index]}
                schema={schema.items ?? {}}
                isRequired
                floor={path.length + 1}
                title={name}
              />
            </li>
          )
        })}
      </ol>
      <Button
        kind="tertiary"
        size="sm"
        renderIcon={Add}
        onClick={() =>
          model.edit([
            {
              do: 'insert',
              path,
              index: items.length,
              value: buildInitialValue(schema.items ?? {}, model.root),
            },
          ])
        }
      >
        {t('Add to {title}', { title })}
      </Button>
    </FieldGroup>
  )
}
