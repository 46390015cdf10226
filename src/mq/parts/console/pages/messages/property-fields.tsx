/** Input fields for the user properties of a message. */
import { Button, TextInput } from '@carbon/react'
import { Add, TrashCan } from '@carbon/react/icons'
import { ToolbarButton } from '../../../../../shared/ui/feedback/action-button.tsx'
import { ChoiceSelect, type Choices } from '../../../../../shared/ui/forms/choices.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { MessageProperty } from '../../contract/messages.ts'

const types: Choices = ['string', 'boolean', 'byte', 'short', 'integer', 'long', 'float', 'double'].map((type) => [
  type,
  type,
])

export interface PropertyFieldsProps {
  properties: readonly MessageProperty[]
  change(properties: readonly MessageProperty[]): void
}

export function PropertyFields({ properties, change }: PropertyFieldsProps) {
  const alter = (place: number, some: Partial<MessageProperty>) =>
    change(properties.map((property, index) => (index === place ? { ...property, ...some } : property)))

  return (
    <fieldset>
      <legend className="cds--label">{t('Properties')}</legend>
      {properties.map(({ name, type, value }, index) => {
        const number = index + 1
        return (
          <div key={String(number)} className="property-fields__row">
            <TextInput
              id={`property-name-${number}`}
              labelText={t('Name {number}', { number })}
              size="sm"
              value={name}
              spellCheck={false}
              onChange={(event) => alter(index, { name: event.target.value })}
            />
            <ChoiceSelect
              id={`property-type-${number}`}
              labelText={t('Type {number}', { number })}
              size="sm"
              value={type}
              choices={types}
              change={(next) => alter(index, { type: next })}
            />
            <TextInput
              id={`property-value-${number}`}
              labelText={t('Value {number}', { number })}
              size="sm"
              value={value}
              spellCheck={false}
              onChange={(event) => alter(index, { value: event.target.value })}
            />
            <ToolbarButton
              label={t('Remove property {number}', { number })}
              icon={TrashCan}
              onClick={() => change(properties.filter((_, place) => place !== index))}
            />
          </div>
        )
      })}
      <Button
        kind="ghost"
        size="sm"
        renderIcon={Add}
        onClick={() => change([...properties, { name: '', type: 'string', value: '' }])}
      >
        {t('Add property')}
      </Button>
    </fieldset>
  )
}
