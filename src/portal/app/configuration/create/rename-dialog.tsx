/** Renames a document together with every reference to it. */

import { useState } from 'react'
import { t } from '../../../../ui/text/t.ts'

import { requestResource } from '../../api/client.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { type DocumentDialogProps, listNames, siblingFile } from './document-dialog-props.ts'
import { isName, NameField } from './name-field.tsx'

export function RenameDialog({ document, documents, close, done }: DocumentDialogProps) {
  const { file, kind, isWritable } = document
  const present = documents.find((each) => each.file === file)?.name ?? ''
  const [name, setName] = useState(present)
  const [next, setNext] = useState(file)
  const taken = listNames(documents, kind).filter((each) => each !== present)

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
      isComplete={isName(name) && name !== present && !taken.includes(name)}
      plan={plan}
      done={() => done(next)}
      close={close}
    >
      <p className="dialog__text">{t('Every document that names this one is changed with it.')}</p>
      <NameField name={name} taken={taken} setName={setName} />
    </ChangeDialog>
  )
}
