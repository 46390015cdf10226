/** The properties of an object schema: name, type, format, whether required, and an example. */
import { Checkbox } from '@carbon/react'
import { t } from '../../../../../../../shared/ui/text/t.ts'
import { buildFieldId, readPath, type ValuePath } from '../../schema/path-pattern.ts'
import { CommittedInput } from '../fields/committed-input.tsx'
import { RemoveButton } from '../fields/list-entries.tsx'
import { AddName } from '../fields/map-field.tsx'
import { useForm } from '../model/form-context.ts'
import { readRequired, removeProperty, renameProperty, setRequired } from './openapi-edits.ts'
import { SchemaChoiceField } from './schema-choice-field.tsx'

/** `path` is that of the object schema. */
export function PropertyTable({ path }: { path: ValuePath }) {
  const model = useForm()
  const schema = String(path.at(-1))
  const names = Object.keys(readPath(model.value, [...path, 'properties']) ?? {})

  return (
    <>
      <div className="property-table">
        <table>
          <caption className="cds--visually-hidden">{t('Properties of {schema}', { schema })}</caption>
          <thead>
            <tr>
              {[t('Name'), t('Type'), t('Format'), t('Required'), t('Example')].map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
              <th scope="col">
                <span className="cds--visually-hidden">{t('Remove')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <PropertyRow key={name} path={path} name={name} names={names} />
            ))}
          </tbody>
        </table>
      </div>
      <AddName
        id={buildFieldId([...path, 'properties', '+'])}
        label={t('New property of {schema}', { schema })}
        action={t('Add the property')}
        names={names}
        check={() => undefined}
        add={(name) => model.edit([{ do: 'set', path: [...path, 'properties', name], value: { type: 'string' } }])}
      />
    </>
  )
}

interface PropertyRowProps {
  /** The path of the object schema. */
  path: ValuePath
  name: string
  /** The names of all properties of the schema. */
  names: readonly string[]
}

function PropertyRow({ path, name, names }: PropertyRowProps) {
  const model = useForm()
  const at = [...path, 'properties', name]
  const property = (readPath(model.value, at) ?? {}) as Readonly<Record<string, unknown>>
  const { format, example, type } = property
  const required = readRequired(model.value, path)

  return (
    <tr>
      <td>
        <CommittedInput
          hideLabel
          id={`${buildFieldId(at)}-name`}
          labelText={t('Name of {name}', { name })}
          value={name}
          write={(next) => {
            if (next !== '' && !names.includes(next)) model.edit(renameProperty(model.value, path, name, next))
          }}
        />
      </td>
      <td>
        <SchemaChoiceField path={at} floor={at.length} title={t('Type of {name}', { name })} isRequired hasHeading />
      </td>
      <td>
        <CommittedInput
          hideLabel
          id={`${buildFieldId(at)}-format`}
          labelText={t('Format of {name}', { name })}
          value={renderText(format)}
          write={(text) => writeMember([...at, 'format'], text === '' ? undefined : text)}
        />
      </td>
      <td>
        <Checkbox
          id={`${buildFieldId(at)}-required`}
          labelText={t('{name} is required', { name })}
          hideLabel
          checked={required.includes(name)}
          onChange={(_, { checked }) => model.edit(setRequired(model.value, path, name, checked))}
        />
      </td>
      <td>
        <CommittedInput
          hideLabel
          id={`${buildFieldId(at)}-example`}
          labelText={t('Example of {name}', { name })}
          value={renderText(example)}
          write={(text) => writeMember([...at, 'example'], parseExample(text, type))}
        />
      </td>
      <td>
        <RemoveButton name={name} remove={() => model.edit(removeProperty(model.value, path, name))} />
      </td>
    </tr>
  )

  function writeMember(at: ValuePath, value: unknown) {
    model.edit([value === undefined ? { do: 'remove', path: at } : { do: 'set', path: at, value }])
  }
}

function renderText(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Returns the example as a value of its type; a text that is none stays a text. */
function parseExample(text: string, type: unknown): unknown {
  if (text === '') return undefined
  if (type === 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
