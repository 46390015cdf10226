/** What the fields of a form share: the document, its schema, and how to change it. */
import { type ComponentType, createContext, use } from 'react'
import type { JsonSchema } from '../../../../../../../shared/lib/json-schema/json-schema.ts'
import type { YamlEdit } from '../../../../../../../shared/lib/yaml/edit-yaml.ts'
import type { DocumentForm, FormField } from '../../../../../../config/types/index.ts'
import type { DocumentKindView, DocumentSummary } from '../../../../rest/index.ts'
import { isWithin, matchesPath, readPath, type ValuePath } from '../../schema/path-pattern.ts'

interface Choice {
  value: string
  title: string
}

/** Values that depend on other members: the kind, the path of the field, and how the values are found. */
const dependentChoices: readonly (readonly [
  kind: string,
  path: readonly string[],
  find: (model: FormModel, path: ValuePath) => readonly string[],
])[] = [
  ['application', ['subscriptions', '*', 'plan'], findPlans],
  ['application', ['subscriptions', '*', 'requested_plan'], findPlans],
  ['oauth-provider', ['native_provider', 'default_scopes', '*'], ({ value }) => namesAt(value, ['scopes'])],
  ['product', ['plans', '*', 'apis'], ({ value }) => namesAt(value, ['apis'])],
  ['product', ['plans', '*', 'token-ceiling', 'scopes', '*'], findAllScopes],
  ['application', ['token_ceiling', 'scopes', '*'], findAllScopes],
  ['user-registry', ['token_ceiling', 'scopes', '*'], findAllScopes],
  ['api', ['securityDefinitions', '*', 'scopes'], findProviderScopes],
]

/** Returns the values to choose from; undefined when any value can be typed. */
export function findChoices(model: FormModel, path: ValuePath): Choice[] | undefined {
  const kinds = findReferenceKinds(model, path)
  if (kinds) {
    return model.documents
      .filter(({ kind, name }) => kinds.includes(kind) && name !== '')
      .map((each) => ({ value: referenceTo(each), title: titleOf(each) }))
  }
  const row = dependentChoices.find(([kind, pattern]) => kind === model.kind && matchesPath(path, pattern))
  return row?.[2](model, path).map((value) => ({ value, title: value }))
}

/** Returns what a field offers: the values at `at`, or those of the enumeration. */
export function findOffered(model: FormModel, path: ValuePath, schema: JsonSchema, at = path): readonly Choice[] {
  const titles = findFormField(model, path)?.values ?? {}
  const named = (schema.enum ?? []).map(String).map((value) => ({ value, title: titles[value] ?? value }))
  return findChoices(model, at) ?? named
}

function referenceTo({ kind, name, version }: DocumentSummary): string {
  return kind === 'api' ? `${name}:${version ?? '1.0.0'}` : name
}

function titleOf(document: DocumentSummary): string {
  const reference = referenceTo(document)
  return document.title === document.name ? reference : `${document.title} (${reference})`
}

function findPlans({ documents, value }: FormModel, path: ValuePath): readonly string[] {
  const product = readPath(value, [...path.slice(0, -1), 'product'])
  return documents.find(({ kind, name }) => kind === 'product' && name === product)?.plans ?? []
}

function findProviderScopes({ documents, value }: FormModel, path: ValuePath): readonly string[] {
  const provider = readPath(value, [...path.slice(0, -1), 'x-ibm-oauth-provider'])
  return documents.find(({ name, scopes }) => scopes && name === provider)?.scopes ?? []
}

function findAllScopes({ documents }: FormModel): readonly string[] {
  return [...new Set(documents.flatMap(({ scopes = [] }) => scopes))]
}

function namesAt(value: unknown, path: ValuePath): string[] {
  return Object.keys((readPath(value, path) as object | undefined) ?? {})
}

/** A problem of the document at the path of the value that has it. */
export interface FieldProblem {
  path: ValuePath
  severity: 'error' | 'warning'
  message: string
}

export interface FormModel {
  kind: string
  root: JsonSchema
  /** The value of the document as it is written: references such as `$env{NAME}` are not resolved. */
  value: unknown
  form: DocumentForm
  references: DocumentKindView['references']
  /** The documents that exist, which references name. */
  documents: readonly DocumentSummary[]
  problems: readonly FieldProblem[]
  isWritable: boolean
  /** Reads the documents again after one was created. */
  reload(): void
  edit(edits: readonly YamlEdit[]): void
}

/** The model together with the component that shows a field, which fields with fields in them use. */
export interface FormState extends FormModel {
  Field: ComponentType<FieldViewProps>
}

/** A place in the document and its schema, for which the form chooses a field. */
export interface FieldViewProps {
  path: ValuePath
  schema: JsonSchema
  isRequired: boolean
  /** The length of the path that stays when the value is removed: maps around it that become empty are removed too. */
  floor: number
  /** The title in place of the one of the member, such as the position in a list. */
  title?: string
  /** Returns whether the form shows a member here. */
  isShown?: ((path: ValuePath) => boolean) | undefined
}

/** Returns the title and the explanation of the field at a path, translated: the server sends them in English. */
export function findFormField({ form: { groups, words = [] } }: FormModel, path: ValuePath): FormField | undefined {
  const fields = [...groups.flatMap((group) => group.fields), ...words]
  const field = fields.find((each) => matchesPath(path, each.path.split('/')))
  if (!field) return undefined
  const { title, help, values = {} } = field
  return {
    ...field,
    ...(title !== undefined && { title: title }),
    ...(help !== undefined && { help: help }),
    values: Object.fromEntries(Object.entries(values).map(([value, name]) => [value, name])),
  }
}

export const FormContext = createContext<FormState | undefined>(undefined)

export function useForm(): FormState {
  const model = use(FormContext)
  if (!model) throw new Error('a field is outside of a form')
  return model
}

/** The properties of every field. */
export interface FieldProps extends FieldViewProps {
  title: string
  help?: string | undefined
  /** The schemas to choose from, when the value can have several shapes. */
  variants: readonly JsonSchema[]
}

/** Returns the problems of a value and of everything in it, as one text; undefined when there are none. */
export function findProblemText({ problems }: FormModel, path: ValuePath): string | undefined {
  const found = problems.filter((each) => isWithin(each.path, path))
  return found.length === 0 ? undefined : found.map(({ message }) => message).join(' ')
}

/** Returns the document that a reference names; undefined when there is none. */
export function findTarget(model: FormModel, path: ValuePath, value: string): DocumentSummary | undefined {
  const kinds = findReferenceKinds(model, path) ?? []
  return model.documents.find((each) => kinds.includes(each.kind) && referenceTo(each) === value)
}

/** Returns the kinds of documents that the value at a path names; undefined when it names none. */
export function findReferenceKinds({ references }: FormModel, path: ValuePath): readonly string[] | undefined {
  return references.find((each) => matchesPath(path, each.path))?.to
}

/** Returns the edit that writes a value, or removes the member when the value is undefined. */
export function buildEdit(
  { value: document }: FormModel,
  { path, floor }: Pick<FieldProps, 'path' | 'floor'>,
  value: unknown,
): YamlEdit {
  if (value !== undefined) return { do: 'set', path, value }
  let removed = path
  while (removed.length - 1 > floor && countMembers(readPath(document, removed.slice(0, -1))) === 1)
    removed = removed.slice(0, -1)
  return { do: 'remove', path: removed }
}

function countMembers(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0
}

export interface ErrorProps {
  invalid: boolean
  invalidText: string
  /** Screen readers read `aria-describedby`; Carbon sets only `aria-errormessage`, which few of them read. */
  'aria-describedby'?: string
}

/** Returns the properties for the field with this id; `problem` is undefined when its value is right. */
export function buildErrorProps(id: string, problem: string | undefined): ErrorProps {
  if (problem === undefined) return { invalid: false, invalidText: '' }
  return { invalid: true, invalidText: problem, 'aria-describedby': `${id}-error-msg` }
}
