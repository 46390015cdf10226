/** Lets the user choose the light theme, the dark theme or the setting of the system. */
import { RadioButton, RadioButtonGroup } from '@carbon/react'
import { t } from '../text/t.ts'
import { type ThemeChoice, useTheme } from './theme.tsx'

export function ThemePicker() {
  const { choice, choose } = useTheme()
  return (
    <RadioButtonGroup
      legendText={t('Appearance')}
      name="theme"
      orientation="vertical"
      valueSelected={choice}
      onChange={(value) => choose(value as ThemeChoice)}
    >
      <RadioButton value="system" labelText={t('As the system')} />
      <RadioButton value="light" labelText={t('Light')} />
      <RadioButton value="dark" labelText={t('Dark')} />
    </RadioButtonGroup>
  )
}
