/** Creates a document: its kind, the fields that it needs at least, and the catalog that enables it. */

import { Select, SelectItem, TextInput } from '@carbon/react'
import { useState } from 'react'
import { editYaml, readYaml } from '../../../../lib/yaml/edit-yaml.ts'
import { t } from '../../../../ui/text/t.ts'
import type { ConfigurationList, DocumentChange, DocumentSummary } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { readPath } from '../schema/path-pattern.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { listNames } from './document-dialogs.tsx'
import { isName, NameField } from './name-field.tsx'
import {
  findFieldError,
  type NewDocument,
  type NewDocumentField,
  newDocuments,
  renderNewDocument,
} from './new-documents.ts'

export interface CreateDialogProps {
  list: ConfigurationList
  close(): void
  done(file: string): void
}

export function CreateDialog({ list, close, done }: CreateDialogProps) {
  const { documents, isWritable } = list
  const catalogs = documents.filter(({ kind }) => kind === 'catalog')
  const [kindId, setKindId] = useState(newDocuments[0]?.id ?? '')
  const [name, setName] = useState('')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [enabledIn, setEnabledIn] = useState(catalogs[0]?.file ?? '')
  const row = newDocuments.find(({ id }) => id === kindId) as NewDocument
  const taken = listNames(documents, row.kind)
  const readValue = ({ id, initial = '' }: NewDocumentField) => values[id] ?? initial
  const wrong = row.fields.filter((each) => findFieldError(each, readValue(each)))
  const empty = row.fields.filter((each) => !each.isOptional && readValue(each) === '')
  const isNamed = isName(name) && !taken.includes(name)
  const missing = [...(isNamed ? [] : [t('Name')]), ...[...empty, ...wrong].map(({ label }) => label)]
  const built = row.build(
    { ...Object.fromEntries(row.fields.map((each) => [each.id, readValue(each)])), name },
    (values.catalog ?? '').replace(/\/[^/]*$/, ''),
  )

  async function plan() {
    const added: DocumentChange = { file: built.file, text: renderNewDocument(built.value), revision: null }
    if (!row.enabledIn || enabledIn === '') return { changes: [added] }
    return { changes: [added, await enable(enabledIn, row.enabledIn, name)] }
  }

  return (
    <ChangeDialog
      title={t('Create a document')}
      action={t('Create')}
      isWritable={isWritable}
      isComplete={missing.length === 0}
      missing={t('Before you can see what changes, fill in or correct: {missing}.', {
        missing: missing.join(', '),
      })}
      plan={plan}
      done={() => done(built.file)}
      close={close}
    >
      <Select
        id="new-kind"
        labelText={t('Kind')}
        value={kindId}
        onChange={(event) => {
          setKindId(event.target.value)
          setValues({})
        }}
      >
        {newDocuments.map(({ id, title }) => (
          <SelectItem key={id} value={id} text={title} />
        ))}
      </Select>
      <NameField name={name} taken={taken} setName={setName} />
      {row.fields.map((field) => (
        <NewField
          key={field.id}
          field={field}
          value={readValue(field)}
          documents={documents}
          setValue={(value) => setValues({ ...values, [field.id]: value })}
        />
      ))}
      {row.enabledIn && (
        <Select
          id="new-enabled"
          labelText={t('Enable it in the catalog')}
          value={enabledIn}
          onChange={(event) => setEnabledIn(event.target.value)}
        >
          <SelectItem value="" text={t('None')} />
          {catalogs.map(({ file, title }) => (
            <SelectItem key={file} value={file} text={title} />
          ))}
        </Select>
      )}
    </ChangeDialog>
  )
}

interface NewFieldProps {
  field: NewDocumentField
  value: string
  documents: readonly DocumentSummary[]
  setValue(value: string): void
}

function NewField({ field, value, documents, setValue }: NewFieldProps) {
  const { id, label, help, isOptional, choices } = field
  const error = findFieldError(field, value)
  const labelText = isOptional ? label : `${label} - required`
  if (!choices) {
    return (
      <TextInput
        id={`new-${id}`}
        labelText={labelText}
        helperText={help ?? ''}
        value={value}
        invalid={error !== undefined}
        invalidText={error ?? ''}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setValue(event.target.value)}
      />
    )
  }
  return (
    <Select
      id={`new-${id}`}
      labelText={labelText}
      helperText={help ?? ''}
      value={value}
      onChange={(event) => setValue(event.target.value)}
    >
      <SelectItem value="" text={t('Choose')} />
      {documents
        .filter(({ kind }) => choices.includes(kind))
        .map((each) => (
          <SelectItem key={each.file} value={choiceValue(each)} text={each.title || each.name} />
        ))}
    </Select>
  )
}

/** Catalogs are named by their files, APIs by name and version, all others by their names. */
function choiceValue({ kind, file, name, version }: DocumentSummary): string {
  if (kind === 'catalog') return file
  return kind === 'api' ? `${name}:${version ?? '1.0.0'}` : name
}

/** Returns the change that adds a name to a list of a catalog. */
async function enable(file: string, list: string, name: string): Promise<DocumentChange> {
  const { text, revision } = await requestResource('GET /configuration/document', {}, { query: { file } })
  const present = readPath(readYaml(text), [list])
  const index = Array.isArray(present) ? present.length : 0
  return { file, text: editYaml(text, [{ do: 'insert', path: [list], index, value: name }]), revision }
}
