/** Controls that choose one of several values, each with its title. */
import { ContentSwitcher, RadioButton, RadioButtonGroup, Select, SelectItem, Switch } from '@carbon/react'
import type { ComponentProps, ReactNode } from 'react'
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

export interface ChoiceRadiosProps {
  legend: string
  name: string
  choices: Choices<ReactNode>
  value: string
  change(value: string): void
  orientation?: 'vertical' | 'horizontal'
}

export function ChoiceRadios({ legend, name, choices, value, change, orientation = 'vertical' }: ChoiceRadiosProps) {
  return (
    <RadioButtonGroup
      legendText={legend}
      name={name}
      orientation={orientation}
      valueSelected={value}
      onChange={(next) => change(String(next))}
    >
      {choices.map(([each, title]) => (
        <RadioButton key={each} id={`${name}-${each}`} value={each} labelText={title} />
      ))}
    </RadioButtonGroup>
  )
}

export interface ChoiceSwitcherProps {
  /** The name of the group for assistive technology. */
  label: string
  choices: Choices
  value: string
  change(value: string): void
  className?: string
}

export function ChoiceSwitcher({ label, choices, value, change, className }: ChoiceSwitcherProps) {
  const index = choices.findIndex(([each]) => each === value)
  return (
    <ContentSwitcher
      {...(className && { className })}
      size="sm"
      aria-label={label}
      selectedIndex={Math.max(0, index)}
      onChange={({ name }) => change(String(name))}
    >
      {choices.map(([each, title]) => (
        <Switch key={each} name={each} text={title} />
      ))}
    </ContentSwitcher>
  )
}
