/** What the fields of a form share: the document, its schema, and how to change it. */
import { type ComponentType, createContext, use } from 'react'
import type { DocumentForm, FormField } from '../../../../../config/types/index.ts'
import type { JsonSchema } from '../../../../../lib/json-schema/json-schema.ts'
import type { YamlEdit } from '../../../../../lib/yaml/edit-yaml.ts'
import type { DocumentKindView, DocumentSummary } from '../../../../rest/index.ts'
import { isWithin, matchesPath, readPath, type ValuePath } from '../../schema/path-pattern.ts'

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

/** Returns the title and the explanation of the field at a path. */
export function findFormField({ form: { groups, words = [] } }: FormModel, path: ValuePath): FormField | undefined {
  return [...groups.flatMap(({ fields }) => fields), ...words].find((each) => matchesPath(path, each.path.split('/')))
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
