/** Input fields for the user properties of a message. */
import { EntryRows } from '../../../../../shared/ui/forms/entry-rows.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { MessageProperty } from '../../contract/messages.ts'

const types = ['string', 'boolean', 'byte', 'short', 'integer', 'long', 'float', 'double']
const columns = [
  { id: 'type', title: t('Type'), initial: 'string', choices: types.map((type) => [type, type] as const) },
  { id: 'value', title: t('Value'), initial: '' },
]

export interface PropertyFieldsProps {
  properties: readonly MessageProperty[]
  change(properties: readonly MessageProperty[]): void
}

export function PropertyFields({ properties, change }: PropertyFieldsProps) {
  return (
    <EntryRows
      id="property"
      legend={t('Properties')}
      nameTitle={t('Name')}
      add={t('Add property')}
      columns={columns}
      entries={properties.map(({ name, ...values }) => ({ name, values }))}
      change={(entries) =>
        change(entries.map(({ name, values: { type, value } }) => ({ name, type: String(type), value: String(value) })))
      }
    />
  )
}
