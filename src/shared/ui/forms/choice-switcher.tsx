/** Buttons side by side, of which one is on. */
import '@carbon/styles/scss/components/content-switcher/_index.scss'
import { ContentSwitcher, Switch } from '@carbon/react'
import type { Choices } from './choices.tsx'

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
