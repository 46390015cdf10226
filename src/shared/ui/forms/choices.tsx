/** A control that chooses one of several values, each with its title. */
import { Select, SelectItem } from '@carbon/react'
import type { ComponentProps } from 'react'
import { ComboInput, type ComboInputProps } from './combo-input.tsx'
import { maxListed } from './form-rows.ts'

/** The values with their titles. */
export type Choices<Title = string> = readonly (readonly [value: string, title: Title, ...more: unknown[]])[]

export type ChoiceSelectProps = Omit<ComboInputProps, 'choices' | 'free'> & { choices?: Choices | undefined }

/** A list to choose from; of many choices, a field that finds them. */
export function ChoiceSelect({ choices = [], change, ...field }: ChoiceSelectProps) {
  if (choices.length > maxListed) return <ComboInput {...field} choices={choices} change={change} />
  return (
    <Select {...(field as ComponentProps<typeof Select>)} onChange={({ target }) => change(target.value)}>
      {choices.map(([value, title]) => (
        <SelectItem key={value} value={value} text={title} />
      ))}
    </Select>
  )
}
