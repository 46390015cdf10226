/** Shows that a document was changed elsewhere while it is open here, and merges both changes. */
import { Merge } from '@carbon/react/icons'
import { useState } from 'react'
import { ActionButton } from '../../../../../../shared/ui/feedback/action-button.tsx'
import { Notice } from '../../../../../../shared/ui/feedback/notice.tsx'
import { ChoiceRadios } from '../../../../../../shared/ui/forms/choice-radios.tsx'
import type { Choices } from '../../../../../../shared/ui/forms/choices.tsx'
import { t } from '../../../../../../shared/ui/text/t.ts'
import { joinMerge, type MergePart, mergeTexts } from './merge-texts.ts'

export interface MergePanelProps {
  /** The text from which both changes began, the text that is saved now, and the text on this page. */
  base: string
  theirs: string
  mine: string
  merge(text: string): void
}

type Side = 'theirs' | 'mine'

const sides: Choices = [
  ['theirs', t('The one of others')],
  ['mine', t('Yours')],
]

export function MergePanel({ base, theirs, mine, merge }: MergePanelProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Side>>(new Map())
  const parts = mergeTexts(base, theirs, mine)
  const conflicts = parts.filter(({ kind }) => kind === 'conflict')
  const isDecided = conflicts.every((part) => chosen.has(keyOf(part)))

  return (
    <section className="merge" aria-label={t('Changes of others')}>
      <Notice kind="warning" title={t('The document was changed while it is open here')}>
        {conflicts.length === 0
          ? t('Both changes concern different lines. Merge them to go on; nothing is saved yet.')
          : t('Some lines were changed here and elsewhere: choose one version of each.')}
      </Notice>
      <ol className="merge__parts">
        {parts.map(
          (part, index) =>
            part.kind !== 'same' && (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
              <li key={index} className="merge__part">
                <MergeText title={t('Before')} text={part.base} />
                <MergeText title={t('Saved by others')} text={part.theirs} />
                <MergeText title={t('Yours')} text={part.mine} />
                {part.kind === 'conflict' && (
                  <ChoiceRadios
                    legend={t('Version of change {number}', { number: index + 1 })}
                    name={`merge-${index}`}
                    orientation="horizontal"
                    choices={sides}
                    value={chosen.get(keyOf(part)) ?? ''}
                    change={(side) => setChosen(new Map(chosen).set(keyOf(part), side as Side))}
                  />
                )}
              </li>
            ),
        )}
      </ol>
      <ActionButton
        size="sm"
        renderIcon={Merge}
        reason={!isDecided && t('Choose one version of each change.')}
        onClick={() => merge(joinMerge(parts, (part) => chosen.get(keyOf(part)) ?? 'theirs'))}
      >
        {t('Merge')}
      </ActionButton>
    </section>
  )
}

/** Identifies a conflict by its texts: its position changes while either side is changed further. */
function keyOf({ base, theirs, mine }: MergePart): string {
  return JSON.stringify([base, theirs, mine])
}

function MergeText({ title, text }: { title: string; text: string }) {
  return (
    <div className="merge__text">
      <strong>{title}</strong>
      <pre>{text === '' ? t('(no lines)') : text}</pre>
    </div>
  )
}
