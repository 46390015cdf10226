/** Shows a difference in the unified format, with its added and removed lines marked. */
import { Button } from '@carbon/react'
import { useState } from 'react'
import { t } from '../../../../ui/text/t.ts'

/** Each line is an element of the page: of longer differences, the others are shown on request. */
const maxLines = 2_000

export function PatchView({ patch }: { patch: string }) {
  const [isWhole, setIsWhole] = useState(false)
  const lines = patch.split('\n')
  const shown = isWhole ? lines : lines.slice(0, maxLines)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
      <section className="preview__patch" tabIndex={0} aria-label={t('Difference')}>
        {shown.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a text have no other identity
          <span key={index} className={`preview__line ${findLineClass(line)}`}>
            {`${line}\n`}
          </span>
        ))}
      </section>
      {shown.length < lines.length && (
        <Button kind="ghost" onClick={() => setIsWhole(true)}>
          {t('Show more: {count} are not shown', { count: lines.length - shown.length })}
        </Button>
      )}
    </>
  )
}

function findLineClass(line: string): string {
  if (/^(---|\+\+\+|@@)/.test(line)) return 'preview__line--head'
  if (line.startsWith('+')) return 'preview__line--added'
  return line.startsWith('-') ? 'preview__line--removed' : ''
}
