/** Creates a document: its kind, the fields that it needs at least, and the catalog that enables it. */
import type { FormRow } from '../../../../../../shared/ui/forms/form-rows.ts'
import { useForm } from '../../../../../../shared/ui/forms/use-form.ts'
import { t } from '../../../../../../shared/ui/text/t.ts'
import { editYaml, readYaml } from '../../../../../lib/yaml/edit-yaml.ts'
import type { DocumentChange, DocumentSummary } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { referenceTo } from '../editor/find-names.ts'
import { readPath } from '../schema/path-pattern.ts'
import { buildNameField, ChangeDialog, isFreeName, listNames } from './change-dialog.tsx'
import {
  findFieldError,
  type NewDocument,
  type NewDocumentField,
  newDocuments,
  renderNewDocument,
} from './new-documents.ts'

export interface CreateDialogProps {
  list: { documents: readonly DocumentSummary[]; isWritable: boolean }
  /** The kinds to choose from; all if absent. */
  kinds?: readonly string[]
  close(): void
  done(file: string, name: string): void
}

/** What was entered: the kind, the name, the catalog that enables the document, and the fields of the kind by their ids. */
type NewDraft = Readonly<Record<string, string>>

export function CreateDialog({ list, kinds, close, done }: CreateDialogProps) {
  const { documents, isWritable } = list
  const catalogs = documents.filter(({ kind }) => kind === 'catalog')
  const offered = newDocuments.filter(({ kind }) => !kinds || kinds.includes(kind))
  const start = { ...initialValues, kind: offered[0]?.id ?? '', name: '', enabledIn: catalogs[0]?.file ?? '' }
  const form = useForm<NewDraft>('new', start, (draft) => buildRows(draft, documents, offered))
  const { name = '', enabledIn = '' } = form.draft
  const row = findRow(form.draft)
  const values = Object.fromEntries(row.fields.map((each) => [each.id, readValue(form.draft, each)]))
  const wrong = row.fields.filter((each) => findFieldError(each, values[each.id] ?? ''))
  const empty = row.fields.filter((each) => !each.isOptional && values[each.id] === '')
  const isNamed = isFreeName(name, listNames(documents, row.kind))
  const missing = [...(isNamed ? [] : [t('Name')]), ...[...empty, ...wrong].map(({ label }) => label)]
  const built = renderNewDocument(row, { ...values, name }, (values.catalog ?? '').replace(/\/[^/]*$/, ''))

  async function plan() {
    const added: DocumentChange = { ...built, revision: null }
    if (!row.enabledIn || enabledIn === '') return { changes: [added] }
    return { changes: [added, await enable(enabledIn, row.enabledIn, name)] }
  }

  return (
    <ChangeDialog
      form={form}
      title={t('Create a document')}
      action={t('Create')}
      isWritable={isWritable}
      isComplete={missing.length === 0}
      missing={t('Before you can see what changes, fill in or correct: {missing}.', { missing: missing.join(', ') })}
      plan={plan}
      done={() => done(built.file, name)}
      close={close}
    />
  )
}

const initialValues: NewDraft = Object.fromEntries(
  newDocuments.flatMap((row) => row.fields.map((field) => [memberOf({ kind: row.id }, field), field.initial ?? ''])),
)

function findRow({ kind }: NewDraft): NewDocument {
  return newDocuments.find(({ id }) => id === kind) as NewDocument
}

/** The fields of a kind keep what was entered for another kind out: their members have the name of the kind. */
function memberOf({ kind }: NewDraft, { id }: NewDocumentField): string {
  return `${kind}-${id}`
}

function readValue(draft: NewDraft, field: NewDocumentField): string {
  return draft[memberOf(draft, field)] ?? ''
}

function buildRows(
  draft: NewDraft,
  documents: readonly DocumentSummary[],
  offered: readonly NewDocument[],
): readonly FormRow<NewDraft>[] {
  const row = findRow(draft)
  const catalogs = documents.filter(({ kind }) => kind === 'catalog')
  return [
    { name: 'kind', label: t('Kind'), kind: 'choice', choices: offered.map(({ id, title }) => [id, title]) },
    buildNameField(draft.name ?? '', listNames(documents, row.kind)),
    ...row.fields.map((field): FormRow<NewDraft> => {
      const { label, help, isOptional, choices } = field
      const found = documents.filter(({ kind }) => choices?.includes(kind))
      return {
        name: memberOf(draft, field),
        label: isOptional ? label : t('{title} - required', { title: label }),
        help,
        kind: choices ? 'choice' : 'path',
        choices: [['', t('Choose')], ...found.map((each) => [choiceValue(each), each.title || each.name] as const)],
        wrong: findFieldError(field, readValue(draft, field)),
      }
    }),
    row.enabledIn !== undefined && {
      name: 'enabledIn',
      label: t('Enable it in the catalog'),
      kind: 'choice',
      choices: [['', t('None')], ...catalogs.map(({ file, title }) => [file, title] as const)],
    },
  ]
}

/** Catalogs are named by their files, and all others as documents refer to them. */
const choiceValue = (each: DocumentSummary) => (each.kind === 'catalog' ? each.file : referenceTo(each))

/** Returns the change that adds a name to a list of a catalog. */
async function enable(file: string, list: string, name: string): Promise<DocumentChange> {
  const { text, revision } = await requestResource('GET /configuration/document', {}, { query: { file } })
  const present = readPath(readYaml(text), [list])
  const index = Array.isArray(present) ? present.length : 0
  return { file, text: editYaml(text, [{ do: 'insert', path: [list], index, value: name }]), revision }
}
