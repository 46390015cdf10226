/** The fields of a user registry, an OAuth provider, a catalog and a product, as the dialogs show them. */
import { isJsonObject } from '../../../../../../shared/lib/collections/json-object.ts'
import type { Entry, EntryColumn } from '../../../../../../shared/ui/forms/entry-rows.tsx'
import type { FormRow } from '../../../../../../shared/ui/forms/form-rows.ts'
import { t } from '../../../../../../shared/ui/text/t.ts'
import type { YamlEdit } from '../../../../../lib/yaml/edit-yaml.ts'
import type { DocumentSummary } from '../../../rest/index.ts'
import { referenceTo } from '../editor/find-names.ts'
import { readPath, type ValuePath } from '../schema/path-pattern.ts'

export type FieldValue = string | readonly string[] | readonly Entry[]
export type FieldsDraft = Readonly<Record<string, FieldValue>>

/** A value at a path of the document. */
export interface ValueField {
  kind: 'text' | 'choice' | 'checks'
  name: string
  label: string
  path: ValuePath
  help?: string
  choices?: readonly (readonly [value: string, title: string])[]
  /** The kinds of documents that the value names. */
  names?: readonly string[]
}

/** Entries of a map, each with its name. */
export interface EntriesField {
  kind: 'entries'
  name: string
  label: string
  path: ValuePath
  nameTitle: string
  add: string
  columns: readonly EntryColumn[]
  /** Returns the path of the value of a column below the entry. */
  locate(column: string, entry: unknown): ValuePath
  /** Returns the whole value of a new entry. */
  create(values: Entry['values']): unknown
}

/** The APIs of a product, which are a map by name. */
type ApisField = { kind: 'apis'; name: string; label: string }

export type DocumentField = ValueField | EntriesField | ApisField

const registryFields: readonly DocumentField[] = [
  { kind: 'text', name: 'title', label: t('Title'), path: ['title'] },
  {
    kind: 'text',
    name: 'url',
    label: 'URL',
    path: ['endpoint', 'endpoint'],
    help: t('The URL that is called to verify user name and password.'),
  },
  {
    kind: 'text',
    name: 'display',
    label: t('Display name'),
    path: ['identity_providers', 0, 'title'],
    help: t('The name of the registry that users see.'),
  },
]

const providerFields: readonly DocumentField[] = [
  { kind: 'text', name: 'title', label: t('Title'), path: ['title'] },
  {
    kind: 'choice',
    name: 'gateway',
    label: t('Gateway type'),
    path: ['gateway_version'],
    choices: [
      ['6000', t('API gateway (6000)')],
      ['5000', t('API gateway, v5 compatible (5000)')],
    ],
  },
  { kind: 'text', name: 'authorize', label: t('Authorize path'), path: ['native_provider', 'authorize_path'] },
  { kind: 'text', name: 'token', label: t('Token path'), path: ['native_provider', 'token_path'] },
  {
    kind: 'checks',
    name: 'grants',
    label: t('Supported grant types'),
    path: ['grants'],
    choices: [
      ['password', t('Resource owner - Password')],
      ['access_code', t('Access code')],
      ['application', t('Application (client credentials)')],
    ],
  },
  {
    kind: 'checks',
    name: 'clients',
    label: t('Supported client types'),
    path: ['native_provider', 'clients'],
    choices: [
      ['confidential', t('Confidential')],
      ['public', t('Public')],
    ],
  },
  {
    kind: 'entries',
    name: 'scopes',
    label: t('Scopes'),
    path: ['scopes'],
    nameTitle: t('Scope name'),
    add: t('Add a scope'),
    columns: [{ id: 'description', title: t('Scope description'), initial: '' }],
    locate: () => [],
    create: ({ description }) => description,
  },
  {
    kind: 'choice',
    name: 'registry',
    label: t('Authenticate application users using'),
    path: ['native_provider', 'user_registry'],
    names: ['user-registry'],
  },
]

const catalogFields: readonly DocumentField[] = [
  {
    kind: 'checks',
    name: 'registries',
    label: t('API user registries'),
    path: ['api_user_registries'],
    names: ['user-registry'],
  },
  {
    kind: 'checks',
    name: 'providers',
    label: t('OAuth providers'),
    path: ['oauth_providers'],
    names: ['oauth-provider', 'third-party-oauth-provider'],
  },
]

/** A plan has its limit as `rate-limit`, or as the one of its `rate-limits` that is named default. */
function locateInPlan(column: string, plan: unknown): ValuePath {
  if (column !== 'limit') return [column]
  return readPath(plan, ['rate-limit']) === undefined ? ['rate-limits', 'default', 'value'] : ['rate-limit', 'value']
}

const productFields: readonly DocumentField[] = [
  { kind: 'text', name: 'title', label: t('Title'), path: ['info', 'title'] },
  { kind: 'apis', name: 'apis', label: t('APIs') },
  {
    kind: 'entries',
    name: 'plans',
    label: t('Plans'),
    path: ['plans'],
    nameTitle: t('Plan name'),
    add: t('Add a plan'),
    columns: [
      { id: 'title', title: t('Title of the plan'), initial: '' },
      { id: 'limit', title: t('Limit, such as 100/1hour or unlimited'), initial: '100/1hour' },
      { id: 'approval', title: t('An owner approves each subscription'), initial: false },
    ],
    locate: locateInPlan,
    create: ({ title = '', limit = '', approval }) => ({
      ...(title === '' ? {} : { title }),
      approval,
      ...(limit === '' ? {} : { 'rate-limits': { default: { value: limit, 'hard-limit': true } } }),
    }),
  },
]

/** The fields of the kinds that have a dialog. */
export const fieldsOfKind: Readonly<Record<string, readonly DocumentField[]>> = {
  'user-registry': registryFields,
  'oauth-provider': providerFields,
  catalog: catalogFields,
  product: productFields,
}

/** Returns what the fields hold in a document. */
export function readFields(fields: readonly DocumentField[], value: unknown): FieldsDraft {
  return Object.fromEntries(fields.map((field) => [field.name, readField(field, value)]))
}

function readField(field: DocumentField, value: unknown): FieldValue {
  if (field.kind === 'apis') return readApis(value).map(([, reference]) => reference)
  const found = readPath(value, field.path)
  if (field.kind === 'checks') return Array.isArray(found) ? found.map(String) : []
  if (field.kind !== 'entries') return found === undefined || found === null ? '' : String(found)
  return Object.entries(isJsonObject(found) ? found : {}).map(([name, entry]) => ({
    was: name,
    name,
    values: Object.fromEntries(
      field.columns.map(({ id, initial }) => {
        const own = readPath(entry, field.locate(id, entry))
        return [id, typeof initial === 'boolean' ? own === true : String(own ?? '')]
      }),
    ),
  }))
}

function readApis(value: unknown): readonly (readonly [member: string, reference: string])[] {
  const apis = readPath(value, ['apis'])
  return Object.entries(isJsonObject(apis) ? apis : {}).map(([member, api]) => [
    member,
    String(readPath(api, ['name']) ?? member),
  ])
}

/** Returns the edits that make one state of the fields the other; values that are the same are not written. */
export function buildEdits(
  fields: readonly DocumentField[],
  value: unknown,
  before: FieldsDraft,
  after: FieldsDraft,
): readonly YamlEdit[] {
  return fields.flatMap((field) => {
    const [old = '', next = ''] = [before[field.name], after[field.name]]
    if (JSON.stringify(old) === JSON.stringify(next)) return []
    if (field.kind === 'entries') return editEntries(field, value, old as readonly Entry[], next as readonly Entry[])
    if (field.kind === 'apis') return editApis(value, next as readonly string[])
    if (next === '') return [{ do: 'remove', path: field.path }]
    if (field.path.includes(0) && readPath(value, field.path.slice(0, 2)) === undefined)
      return [addDisplayName(value, next)]
    return [{ do: 'set', path: field.path, value: next }]
  })
}

/** A registry without identity providers gets one with its own name. */
function addDisplayName(value: unknown, title: FieldValue): YamlEdit {
  return { do: 'insert', path: ['identity_providers'], index: 0, value: { name: readPath(value, ['name']), title } }
}

function editEntries(
  field: EntriesField,
  value: unknown,
  before: readonly Entry[],
  after: readonly Entry[],
): YamlEdit[] {
  const removed = before.filter(({ was }) => !after.some((each) => each.was === was))
  const edits = removed.map(({ name }): YamlEdit => ({ do: 'remove', path: [...field.path, name] }))
  for (const { was, name, values } of after) {
    if (was === undefined) {
      edits.push({ do: 'set', path: [...field.path, name], value: field.create(values) })
      continue
    }
    const old = before.find((each) => each.was === was)
    if (name !== was) edits.push({ do: 'rename', path: [...field.path, was], name })
    for (const { id } of field.columns) {
      if (values[id] === old?.values[id]) continue
      const path = [...field.path, name, ...field.locate(id, readPath(value, [...field.path, was]))]
      const isEmpty = values[id] === '' && path.length > field.path.length + 1
      edits.push(isEmpty ? { do: 'remove', path } : { do: 'set', path, value: values[id] })
    }
  }
  return edits
}

/** Adds and removes APIs of a product, and of those of its plans that list APIs. */
function editApis(value: unknown, wanted: readonly string[]): YamlEdit[] {
  const present = readApis(value)
  const removed = present.filter(([, reference]) => !wanted.includes(reference)).map(([member]) => member)
  const added = wanted.filter((each) => !present.some(([, reference]) => reference === each))
  const plans = Object.entries(readPath(value, ['plans']) ?? {}).filter(([, plan]) =>
    isJsonObject(readPath(plan, ['apis'])),
  )
  return [
    ...removed.map((member): YamlEdit => ({ do: 'remove', path: ['apis', member] })),
    ...plans.flatMap(([name, plan]) =>
      removed
        .filter((member) => readPath(plan, ['apis', member]) !== undefined)
        .map((member): YamlEdit => ({ do: 'remove', path: ['plans', name, 'apis', member] })),
    ),
    ...added.flatMap((reference): YamlEdit[] => {
      const member = reference.replace(/:[^:]*$/, '')
      return [
        { do: 'set', path: ['apis', member], value: { name: reference } },
        ...plans.map(([name]): YamlEdit => ({ do: 'set', path: ['plans', name, 'apis', member], value: {} })),
      ]
    }),
  ]
}

/** Returns the rows of the fields that are values; entries have rows of their own. */
export function buildRow(
  field: ValueField | ApisField,
  draft: FieldsDraft,
  documents: readonly DocumentSummary[],
): FormRow<FieldsDraft> {
  const { name, label } = field
  const value = draft[name]
  if (field.kind === 'text') {
    const isLong = typeof value === 'string' && value.includes('\n')
    return { name, label, help: field.help, kind: isLong ? 'lines' : 'path' }
  }
  const kinds = field.kind === 'apis' ? ['api'] : (field.names ?? [])
  const found = documents.filter(({ kind }) => kinds.includes(kind))
  const named = found.map((each) => [referenceTo(each), each.title || each.name] as const)
  const known = field.kind === 'apis' || !field.choices ? named : field.choices
  // What the document names stays visible, also when nothing of that name exists.
  const present = (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string' && each !== '')
  const missing = present.filter((each) => !known.some(([one]) => one === each)).map((each) => [each, each] as const)
  return { name, label, kind: field.kind === 'choice' ? 'choice' : 'checks', choices: [...known, ...missing] }
}
