/** The preferences of the user in this browser: theme and language. */
import '../styles/preferences.scss'
import { RadioButton, RadioButtonGroup } from '@carbon/react'
import { chooseLanguage, findLanguageName, type Language, language, pageLanguages } from '../text/language.ts'
import { t } from '../text/t.ts'
import { type ThemeChoice, useTheme } from './theme.tsx'

export default function PreferencePickers() {
  return (
    <>
      <ThemePicker />
      <LanguagePicker />
    </>
  )
}

/** Lets the user choose the light theme, the dark theme or the setting of the system. */
function ThemePicker() {
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

/** Lets the user choose the language of the page. */
function LanguagePicker() {
  if (pageLanguages.length < 2) return null
  return (
    <RadioButtonGroup
      legendText={t('Language')}
      name="language"
      orientation="vertical"
      valueSelected={language}
      onChange={(value) => chooseLanguage(value as Language)}
    >
      {pageLanguages.map((each) => (
        <RadioButton key={each} value={each} labelText={<span lang={each}>{findLanguageName(each)}</span>} />
      ))}
    </RadioButtonGroup>
  )
}
