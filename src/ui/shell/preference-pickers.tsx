/** The preferences of the user in this browser: theme and language. */
import '../styles/preferences.scss'
import { LanguagePicker } from './language-picker.tsx'
import { ThemePicker } from './theme-picker.tsx'

export default function PreferencePickers() {
  return (
    <>
      <ThemePicker />
      <LanguagePicker />
    </>
  )
}
