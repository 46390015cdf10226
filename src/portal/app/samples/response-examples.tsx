/** The example bodies of the responses of an operation, one at a time. */

import { ContentSwitcher, Switch } from '@carbon/react'
import { useState } from 'react'
import { t } from '../../../ui/text/t.ts'

import type { OperationView } from '../../rest/index.ts'
import { CopyableBlock } from '../text/copyable-text.tsx'

export function ResponseExamples({ operation: { responses } }: { operation: OperationView }) {
  const [chosen, setChosen] = useState(0)
  const examples = responses.flatMap(({ status, content }) => {
    const found = content.find(({ example }) => example !== undefined)
    return found ? [{ status, type: found.type, text: found.example as string }] : []
  })
  const example = examples[chosen] ?? examples[0]
  if (!example) return null
  return (
    <section className="sample" aria-label={t('Response examples')}>
      <div className="sample__head">
        <span className="sample__title">{t('Response')}</span>
        {examples.length > 1 ? (
          <ContentSwitcher
            size="sm"
            aria-label={t('Status')}
            selectedIndex={Math.min(chosen, examples.length - 1)}
            onChange={({ index }) => setChosen(index ?? 0)}
          >
            {examples.map(({ status }) => (
              <Switch key={status} name={status} text={status} />
            ))}
          </ContentSwitcher>
        ) : (
          <span className="sample__status">{example.status}</span>
        )}
      </div>
      <CopyableBlock
        text={example.text}
        label={t('Response {status} as {type}', { status: example.status, type: example.type })}
      />
    </section>
  )
}
