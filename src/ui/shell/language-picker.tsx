/** Lets the user choose the language of the page. */
import { RadioButton, RadioButtonGroup } from '@carbon/react'

import { chooseLanguage, findLanguageName, type Language, language, pageLanguages } from '../text/language.ts'
import { t } from '../text/t.ts'

export function LanguagePicker() {
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
