/** The preferences of the user in this browser: theme and language. */
import '../styles/preferences.scss'
import { ChoiceRadios, type Choices } from '../forms/choices.tsx'
import { chooseLanguage, findLanguageName, type Language, language, pageLanguages } from '../text/language.ts'
import { t } from '../text/t.ts'
import { type ThemeChoice, useTheme } from './theme.tsx'

const themes: Choices = [
  ['system', t('As the system')],
  ['light', t('Light')],
  ['dark', t('Dark')],
]

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
    <ChoiceRadios
      legend={t('Appearance')}
      name="theme"
      choices={themes}
      value={choice}
      change={(value) => choose(value as ThemeChoice)}
    />
  )
}

/** Lets the user choose the language of the page. */
function LanguagePicker() {
  if (pageLanguages.length < 2) return null
  return (
    <ChoiceRadios
      legend={t('Language')}
      name="language"
      choices={pageLanguages.map((each) => [
        each,
        <span key={each} lang={each}>
          {findLanguageName(each)}
        </span>,
      ])}
      value={language}
      change={(value) => chooseLanguage(value as Language)}
    />
  )
}
