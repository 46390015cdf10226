/** Copies a document under another name. */

import { useState } from 'react'
import { editYaml } from '../../../../lib/yaml/edit-yaml.ts'
import { t } from '../../../../ui/text/t.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { type DocumentDialogProps, listNames, siblingFile } from './document-dialog-props.ts'
import { isName, NameField } from './name-field.tsx'

export function CopyDialog({ document, documents, close, done }: DocumentDialogProps) {
  const { file, kind, text, isWritable } = document
  const [name, setName] = useState('')
  const taken = listNames(documents, kind)
  const copy = siblingFile(file, name)

  function plan() {
    const path = { api: ['info', 'x-ibm-name'], product: ['info', 'name'] }[kind] ?? ['name']
    return {
      changes: [{ file: copy, text: editYaml(text, [{ do: 'set', path, value: name }]), revision: null }],
    }
  }

  return (
    <ChangeDialog
      title={t('Copy {file}', { file })}
      action={t('Copy')}
      isWritable={isWritable}
      missing={t('Enter a name that no other document has to see what changes.')}
      isComplete={isName(name) && !taken.includes(name)}
      plan={plan}
      done={() => done(copy)}
      close={close}
    >
      <NameField name={name} taken={taken} setName={setName} />
    </ChangeDialog>
  )
}
