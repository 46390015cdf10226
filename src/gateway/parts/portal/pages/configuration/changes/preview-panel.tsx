/** What a change of a document would do: its problems, the difference, what changes and whom it touches. */
import { Button } from '@carbon/react'
import { type ReactElement, useState } from 'react'
import { downloadFile } from '../../../../../../shared/ui/files/download-file.ts'
import { t } from '../../../../../../shared/ui/text/t.ts'
import type { DocumentPreview } from '../../../rest/index.ts'

export interface PreviewPanelProps {
  file: string
  preview: DocumentPreview
  /** Remarks about the changes. */
  notes?: readonly string[] | undefined
}

export function PreviewPanel({ file, preview: { problems, changes, patch }, notes = [] }: PreviewPanelProps) {
  return (
    <section className="preview" aria-label={t('What the change does')} aria-live="polite">
      <PreviewList title={t('Remarks')} items={notes.map((note) => <li key={note}>{note}</li>)} />
      <PreviewList
        title={t('Problems')}
        items={problems.map((each) => (
          <li key={`${each.file}:${each.line}:${each.column} ${each.message}`}>
            <strong>{each.severity === 'error' ? t('Error') : t('Warning')}</strong>{' '}
            <code>{`${each.file === file ? 'line' : `${each.file}, line`} ${each.line}`}</code> {each.message}
          </li>
        ))}
      />
      <h2 className="preview__title">{t('Difference')}</h2>
      <PatchView patch={patch} />
      <h2 className="preview__title">{t('What changes')}</h2>
      {changes.length === 0 ? (
        <p>{t('Nothing that a caller, a user or an operator would notice.')}</p>
      ) : (
        <ul className="preview__list">
          {changes.map(({ text, applications }) => (
            <li key={text}>
              {text}
              {applications.length > 0 && (
                <span className="list__note">
                  {t('Touches {applications}', { applications: applications.join(', ') })}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function PreviewList({ title, items }: { title: string; items: ReactElement[] }) {
  if (items.length === 0) return null
  return (
    <>
      <h2 className="preview__title">{title}</h2>
      <ul className="preview__list">{items}</ul>
    </>
  )
}

/** Each line is an element of the page: of longer differences, the others are shown on request. */
const maxLines = 2_000

/** Shows a difference in the unified format, with its added and removed lines marked. */
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

/** Offers a patch as a file for `git apply`. */
export function downloadPatch(file: string, patch: string): void {
  downloadFile(`${file.replaceAll('/', '-')}.patch`, new Blob([patch], { type: 'text/x-diff' }))
}
