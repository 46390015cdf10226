/** A dialog with the fields of a document: it changes the text where a value differs, and nowhere else. */
import { useMemo, useState } from 'react'
import { type Entry, EntryRows } from '../../../../../../shared/ui/forms/entry-rows.tsx'
import { FormDialog } from '../../../../../../shared/ui/forms/form-dialog.tsx'
import { useForm } from '../../../../../../shared/ui/forms/use-form.ts'
import { t } from '../../../../../../shared/ui/text/t.ts'
import { editYaml, readYaml } from '../../../../../lib/yaml/edit-yaml.ts'
import type { DocumentSummary } from '../../../rest/index.ts'
import { buildEdits, buildRow, type DocumentField, type FieldsDraft, readFields } from './fields-of-kind.ts'

export interface FieldsDialogProps {
  title: string
  text: string
  documents: readonly DocumentSummary[]
  /** Puts the changed text into the editor, and shows what changes. */
  apply(text: string): void
  close(): void
}

export function FieldsDialog(props: FieldsDialogProps & { fields: readonly DocumentField[] }) {
  const { title, fields, text, documents, apply, close } = props
  const value = useMemo(() => readYaml(text), [text])
  const [before] = useState(() => readFields(fields, value))
  const form = useForm<FieldsDraft>('fields', before, (draft) =>
    fields.map((field) =>
      field.kind === 'entries' ? (
        <EntryRows
          key={field.name}
          id={`fields-${field.name}`}
          legend={field.label}
          nameTitle={field.nameTitle}
          add={field.add}
          columns={field.columns}
          entries={draft[field.name] as readonly Entry[]}
          change={(entries) => form.change({ [field.name]: entries })}
        />
      ) : (
        buildRow(field, draft, documents)
      ),
    ),
  )
  const entries = fields.flatMap(({ kind, name }) => (kind === 'entries' ? (form.draft[name] as readonly Entry[]) : []))
  const isNamed = entries.every(
    ({ name }, index) => name !== '' && entries.findIndex((each) => each.name === name) === index,
  )

  return (
    <FormDialog
      title={title}
      form={form}
      action={t('Show what changes')}
      loses={t('What you entered is not in the text yet.')}
      reason={!isNamed && t('Give each entry a name of its own.')}
      run={() => apply(editYaml(text, buildEdits(fields, value, before, form.draft)))}
      close={close}
    />
  )
}
