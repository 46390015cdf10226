/** The dialogs that copy, rename and delete a document. */
import { useState } from 'react'
import { LoadingIndicator } from '../../../../../../shared/ui/feedback/loading-indicator.tsx'
import { useResource } from '../../../../../../shared/ui/feedback/use-resource.ts'
import { useForm } from '../../../../../../shared/ui/forms/use-form.ts'
import { t } from '../../../../../../shared/ui/text/t.ts'
import { editYaml } from '../../../../../lib/yaml/edit-yaml.ts'
import type { ConfigurationDocument, DocumentSummary } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { buildNameField, ChangeDialog, isFreeName, listNames } from './change-dialog.tsx'

/** Copies a document under another name. */
export function CopyDialog({ document, documents, close, done }: DocumentDialogProps) {
  const { file, kind, text, isWritable } = document
  const taken = listNames(documents, kind)
  const form = useForm('document', { name: '' }, ({ name }) => [buildNameField(name, taken)])
  const { name } = form.draft
  const copy = siblingFile(file, name)

  function plan() {
    const path = { api: ['info', 'x-ibm-name'], product: ['info', 'name'] }[kind] ?? ['name']
    return { changes: [{ file: copy, text: editYaml(text, [{ do: 'set', path, value: name }]), revision: null }] }
  }

  return (
    <ChangeDialog
      title={t('Copy {file}', { file })}
      action={t('Copy')}
      isWritable={isWritable}
      missing={t('Enter a name that no other document has to see what changes.')}
      isComplete={isFreeName(name, taken)}
      form={form}
      plan={plan}
      done={() => done(copy)}
      close={close}
    />
  )
}

/** Renames a document together with every reference to it. */
export function RenameDialog({ document, documents, close, done }: DocumentDialogProps) {
  const { file, kind, isWritable } = document
  const present = documents.find((each) => each.file === file)?.name ?? ''
  const [next, setNext] = useState(file)
  const taken = listNames(documents, kind).filter((each) => each !== present)
  const form = useForm('document', { name: present }, (draft) => [buildNameField(draft.name, taken)])
  const { name } = form.draft

  async function plan() {
    const { changes } = await requestResource('POST /configuration/rename', {}, { body: { file, name } })
    setNext(changes.some((each) => each.text === null) ? siblingFile(file, name) : file)
    return { changes }
  }

  return (
    <ChangeDialog
      title={t('Rename {present}', { present })}
      action={t('Rename')}
      isWritable={isWritable}
      missing={t('Enter a name that no other document has to see what changes.')}
      isComplete={name !== present && isFreeName(name, taken)}
      form={form}
      plan={plan}
      done={() => done(next)}
      close={close}
    >
      <p className="dialog__text">{t('Every document that names this one is changed with it.')}</p>
    </ChangeDialog>
  )
}

/** Deletes a document after it shows what refers to it; it cannot be deleted while something needs it. */
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

export interface DocumentDialogProps {
  document: ConfigurationDocument
  documents: readonly DocumentSummary[]
  close(): void
  /** The change is saved; `file` is the document to show next, undefined for the list. */
  done(file: string | undefined): void
}

/** Returns the path of a document beside another one: its name in place of the other's. */
function siblingFile(file: string, name: string): string {
  const slash = file.lastIndexOf('/')
  const extension = file.slice(file.lastIndexOf('.'))
  return `${file.slice(0, slash + 1)}${name}${extension}`
}
