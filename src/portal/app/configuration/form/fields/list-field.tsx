/** A list whose items have a shape of their own. */
import { readPath } from '../../schema/path-pattern.ts'
import { type FieldProps, useForm } from '../model/form-context.ts'
import { buildInitialValue } from '../model/initial-value.ts'
import { FieldGroup } from './field-group.tsx'
import { ListEntries } from './list-entries.tsx'

export function ListField({ path, schema: { items = {} }, title, help }: FieldProps) {
  const { value, root, Field } = useForm()
  const written = readPath(value, path)

  return (
    <FieldGroup path={path} title={title} help={help}>
      <ListEntries
        path={path}
        title={title}
        items={Array.isArray(written) ? written : []}
        nameOf={(number) => [`${title} ${number}`, `${title} ${number}`]}
        render={(_, at, name) => <Field path={at} schema={items} isRequired floor={path.length + 1} title={name} />}
        initial={() => buildInitialValue(items, root)}
      />
    </FieldGroup>
  )
}
