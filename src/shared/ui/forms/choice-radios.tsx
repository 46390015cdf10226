/** Radio buttons that choose one of several values. */
import '@carbon/styles/scss/components/radio-button/_index.scss'
import { RadioButton, RadioButtonGroup } from '@carbon/react'
import type { ReactNode } from 'react'
import type { Choices } from './choices.tsx'

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
