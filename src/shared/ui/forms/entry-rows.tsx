/** A list of named entries in a form, such as scopes, plans or properties of a message, one row of fields for each. */
import { Button, Checkbox, TextArea, TextInput } from '@carbon/react'
import { Add, TrashCan } from '@carbon/react/icons'
import { t } from '../text/t.ts'
import { ChoiceSelect, type Choices } from './choices.tsx'

/** An entry of a map: its name now, its name in the document, which a new entry has not, and its values. */
export interface Entry {
  was?: string | undefined
  name: string
  values: Readonly<Record<string, string | boolean>>
}

export interface EntryColumn {
  id: string
  title: string
  /** The value of a new entry; true or false for a checkbox. */
  initial: string | boolean
  choices?: Choices
}

export interface EntryRowsProps {
  id: string
  legend: string
  /** The title of the field with the name. */
  nameTitle: string
  /** The label of the button that adds an entry. */
  add: string
  columns: readonly EntryColumn[]
  entries: readonly Entry[]
  change(entries: readonly Entry[]): void
}

export function EntryRows({ id, legend, nameTitle, add, columns, entries, change }: EntryRowsProps) {
  const set = (index: number, entry: Entry) => change(entries.with(index, entry))
  const fresh = { name: '', values: Object.fromEntries(columns.map((each) => [each.id, each.initial])) }
  return (
    <fieldset className="group">
      <legend className="group__title">{legend}</legend>
      <ul className="entries">
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no identity while its name is typed
          <li key={index} className="entries__row">
            <TextInput
              id={`${id}-${index}-name`}
              labelText={nameTitle}
              spellCheck={false}
              autoComplete="off"
              value={entry.name}
              invalid={entries.findIndex(({ name }) => name === entry.name) !== index}
              invalidText={t('This name exists twice.')}
              onChange={({ target }) => set(index, { ...entry, name: target.value.trim() })}
            />
            {columns.map((column) => (
              <EntryField
                key={column.id}
                id={`${id}-${index}-${column.id}`}
                column={column}
                value={entry.values[column.id] ?? column.initial}
                change={(value) => set(index, { ...entry, values: { ...entry.values, [column.id]: value } })}
              />
            ))}
            <Button kind="ghost" size="sm" renderIcon={TrashCan} onClick={() => change(entries.toSpliced(index, 1))}>
              {entry.name === '' ? t('Remove') : t('Remove {name}', { name: entry.name })}
            </Button>
          </li>
        ))}
      </ul>
      <Button kind="tertiary" size="sm" renderIcon={Add} onClick={() => change([...entries, fresh])}>
        {add}
      </Button>
    </fieldset>
  )
}

interface EntryFieldProps {
  id: string
  column: EntryColumn
  value: string | boolean
  change(value: string | boolean): void
}

/** A text that has several lines is never shown in a field of one line, which would join them. */
function EntryField({ id, column: { title, choices }, value, change }: EntryFieldProps) {
  if (typeof value === 'boolean')
    return <Checkbox id={id} labelText={title} checked={value} onChange={(_, { checked }) => change(checked)} />
  if (choices) return <ChoiceSelect id={id} labelText={title} value={value} choices={choices} change={change} />
  const Field = value.includes('\n') ? TextArea : TextInput
  return (
    <Field
      id={id}
      labelText={title}
      value={value}
      onChange={({ target }: { target: { value: string } }) => change(target.value)}
    />
  )
}
