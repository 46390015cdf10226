/** A list whose items have a shape of their own. */

import { Button } from '@carbon/react'
import { Add } from '@carbon/react/icons'
import { t } from '../../../../../ui/text/t.ts'

import { readPath } from '../../schema/path-pattern.ts'
import { type FieldProps, findProblemText, useForm } from '../model/form-context.ts'
import { buildInitialValue } from '../model/initial-value.ts'
import { EntryActions } from './entry-actions.tsx'

export function ListField(props: FieldProps) {
  const { path, schema, title, help } = props
  const model = useForm()
  const written = readPath(model.value, path)
  const items = Array.isArray(written) ? written : []
  const problem = findProblemText(
    { ...model, problems: model.problems.filter((each) => each.path.length === path.length) },
    path,
  )

  return (
    <fieldset className="document-form__inner">
      <legend className="document-form__subtitle">{title}</legend>
      {help && <p className="document-form__help">{help}</p>}
      {problem && <p className="document-form__problem">{problem}</p>}
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
    </fieldset>
  )
}
