/** The preferences of the user in this browser: the theme. */
import { ChoiceRadios } from '../forms/choice-radios.tsx'
import type { Choices } from '../forms/choices.tsx'
import { t } from '../text/t.ts'
import { type ThemeChoice, useTheme } from './theme.tsx'

const themes: Choices = [
  ['system', t('As the system')],
  ['light', t('Light')],
  ['dark', t('Dark')],
]

/** Lets the user choose the light theme, the dark theme or the setting of the system. */
export default function ThemePicker() {
  const { choice, choose } = useTheme()
  return (
    <ChoiceRadios
      legend={t('Appearance')}
      name="theme"
      choices={themes}
      value={choice}
      change={(value) => choose(value as ThemeChoice)}
    />
  )
}
