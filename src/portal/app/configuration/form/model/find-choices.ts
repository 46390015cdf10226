/** Finds the values to choose from for a field: names of documents, and names within the document. */
import type { JsonSchema } from '../../../../../lib/json-schema/json-schema.ts'
import type { DocumentSummary } from '../../../../rest/index.ts'
import { matchesPath, readPath, type ValuePath } from '../../schema/path-pattern.ts'
import { type FormModel, findFormField, findReferenceKinds } from './form-context.ts'

export interface Choice {
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
