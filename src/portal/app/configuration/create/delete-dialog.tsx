/** Deletes a document after it shows what refers to it; it cannot be deleted while something needs it. */

import { LoadingIndicator } from '../../../../ui/feedback/loading-indicator.tsx'
import { useResource } from '../../../../ui/feedback/use-resource.ts'
import { t } from '../../../../ui/text/t.ts'
import { requestResource } from '../../api/client.ts'
import { ChangeDialog } from './change-dialog.tsx'
import type { DocumentDialogProps } from './document-dialog-props.ts'

export function DeleteDialog({ document, close, done }: DocumentDialogProps) {
  const { file, revision, isWritable } = document
  const { value, problem } = useResource(`references to ${file}`, (signal) =>
    requestResource('GET /configuration/references', {}, { query: { file }, signal }),
  )

  return (
    <ChangeDialog
      title={t('Delete {file}', { file })}
      action={t('Delete')}
      danger
      isWritable={isWritable}
      isComplete={value !== undefined}
      plan={() => ({ changes: [{ file, text: null, revision }] })}
      done={() => done(undefined)}
      close={close}
    >
      {!value && !problem && <LoadingIndicator />}
      {problem && <p className="dialog__text">{problem}</p>}
      {value?.length === 0 && <p className="dialog__text">{t('No other document refers to this one.')}</p>}
      {value && value.length > 0 && (
        <>
          <p className="dialog__text">{t('These documents refer to this one:')}</p>
          <ul className="preview__list">
            {value.map((each) => (
              <li key={`${each.file} ${each.path}`}>
                <code>{each.file}</code> {each.path}
              </li>
            ))}
          </ul>
        </>
      )}
    </ChangeDialog>
  )
}
