/** Lets the user choose the light theme, the dark theme or the setting of the system. */
import { RadioButton, RadioButtonGroup } from '@carbon/react'

import { type ThemeChoice, useTheme } from './theme.tsx'

export function ThemePicker() {
  const { choice, choose } = useTheme()
  return (
    <RadioButtonGroup
      legendText="Appearance"
      name="theme"
      orientation="vertical"
      valueSelected={choice}
      onChange={(value) => choose(value as ThemeChoice)}
    >
      <RadioButton value="system" labelText="As the system" />
      <RadioButton value="light" labelText="Light" />
      <RadioButton value="dark" labelText="Dark" />
    </RadioButtonGroup>
  )
}
