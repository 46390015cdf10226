/** Shows example calls of an operation, which the user can copy. */
import { ContentSwitcher, Switch } from '@carbon/react'
import { useState } from 'react'

import { readLocalPreference, saveLocalPreference } from '../../../ui/preferences/local-preferences.ts'
import type { ExampleView } from '../../rest/index.ts'
import { CopyableBlock } from '../text/copyable-text.tsx'
import type { OperationProps } from './operation-props.ts'

type Language = ExampleView['language']

const titles: Readonly<Record<Language, string>> = {
  curl: 'curl',
  javascript: 'JavaScript',
  python: 'Python',
}

export function ExampleCalls({ operation: { examples } }: OperationProps) {
  const [language, setLanguage] = useState<Language>(
    () => readLocalPreference<Language>('language') ?? 'curl',
  )
  const index = Math.max(
    0,
    examples.findIndex((each) => each.language === language),
  )
  const example = examples[index]

  function choose(name: Language) {
    saveLocalPreference('language', name)
    setLanguage(name)
  }

  if (!example) return <p>There are no examples.</p>
  return (
    <>
      <ContentSwitcher
        size="sm"
        aria-label="Language"
        selectedIndex={index}
        onChange={({ name }) => choose(name as Language)}
      >
        {examples.map((each) => (
          <Switch key={each.language} name={each.language} text={titles[each.language]} />
        ))}
      </ContentSwitcher>
      <CopyableBlock text={example.text} label={`Call in ${titles[example.language]}`} />
    </>
  )
}
