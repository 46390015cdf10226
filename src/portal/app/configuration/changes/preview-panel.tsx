/** What a change of a document would do: its problems, what changes and whom it touches, and the difference. */
import type { ReactElement } from 'react'
import { t } from '../../../../ui/text/t.ts'
import type { DocumentPreview } from '../../../rest/index.ts'
import { PatchView } from './patch-view.tsx'

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
      <h2 className="preview__title">{t('Difference')}</h2>
      <PatchView patch={patch} />
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

/** Offers a patch as a file for `git apply`. */
export function downloadPatch(file: string, patch: string): void {
  const url = URL.createObjectURL(new Blob([patch], { type: 'text/x-diff' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${file.replaceAll('/', '-')}.patch`
  link.click()
  URL.revokeObjectURL(url)
}
