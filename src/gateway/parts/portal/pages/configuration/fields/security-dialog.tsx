/** A dialog with the fields of a security definition of an API: tokens of an OAuth provider open the API. */
import { useMemo, useState } from 'react'
import { attempt } from '../../../../../../shared/lib/collections/attempt.ts'
import { isJsonObject } from '../../../../../../shared/lib/collections/json-object.ts'
import { useResource } from '../../../../../../shared/ui/feedback/use-resource.ts'
import { FormDialog } from '../../../../../../shared/ui/forms/form-dialog.tsx'
import type { FormRow } from '../../../../../../shared/ui/forms/form-rows.ts'
import { useFormOf } from '../../../../../../shared/ui/forms/use-form.ts'
import { t } from '../../../../../../shared/ui/text/t.ts'
import { editYaml, readYaml } from '../../../../../lib/yaml/edit-yaml.ts'
import type { DocumentSummary } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { readPath } from '../schema/path-pattern.ts'
import type { FieldsDialogProps } from './fields-dialog.tsx'
import { editDefinition, listDefinitions, readDefinition, type SecurityDraft } from './security-definition.ts'

const providerKinds = ['oauth-provider', 'third-party-oauth-provider']

export function SecurityDialog({ title, text, documents, apply, close }: FieldsDialogProps) {
  const value = useMemo(() => readYaml(text), [text])
  const [first = ''] = listDefinitions(value)
  const [initial] = useState(() => readDefinition(value, first))
  const [draft, setDraft] = useState(initial)
  const provider = documents.find(({ kind, name }) => providerKinds.includes(kind) && name === draft.provider)
  const catalog = documents.find(({ kind, name }) => kind === 'catalog' && name === draft.catalog)
  const enabled = useDocumentValue(catalog?.file ?? '', 'oauth_providers')
  const found = useDocumentValue(provider?.file ?? '', 'scopes')
  const scopes = isJsonObject(found) ? found : {}
  const change = (some: Partial<SecurityDraft>) => setDraft((before) => ({ ...before, ...some }))
  const form = useFormOf('security', draft, change, buildRows(draft, { value, documents, enabled, scopes }))

  function run() {
    const before = readDefinition(value, draft.was)
    apply(editYaml(text, editDefinition(value, before, draft, scopes as Record<string, string>)))
  }

  return (
    <FormDialog
      title={title}
      form={{ ...form, isChanged: draft !== initial }}
      action={t('Show what changes')}
      loses={t('What you entered is not in the text yet.')}
      run={run}
      close={close}
    />
  )
}

interface SecurityContext extends Pick<FieldsDialogProps, 'documents'> {
  /** The value of the API document. */
  value: unknown
  /** The names of the providers that the chosen catalog enables. */
  enabled: unknown
  /** The scopes of the chosen provider with their descriptions. */
  scopes: Readonly<Record<string, unknown>>
}

function buildRows(
  each: SecurityDraft,
  { value, documents, enabled, scopes }: SecurityContext,
): readonly FormRow<SecurityDraft>[] {
  const keys = listDefinitions(value)
  return [
    keys.length > 0 && {
      name: 'was',
      label: t('Definition'),
      kind: 'choice',
      choices: [...keys.map((key) => [key, key] as const), ['', t('A new one')]],
      also: (key) => readDefinition(value, key),
    },
    {
      name: 'key',
      label: t('Security schema key'),
      kind: 'name',
      help: t('The type is oauth-2: a token opens the API.'),
      required: t('Enter a key.'),
      wrong:
        each.key !== each.was && hasKey(value, each.key) ? t('There is a definition of this key already.') : undefined,
    },
    buildCatalogRow(documents),
    {
      name: 'provider',
      label: t('OAuth provider'),
      kind: 'choice',
      choices: [['', t('Choose')], ...listProviders(documents, enabled)],
      required: t('Choose a provider.'),
    },
    {
      name: 'flow',
      label: t('Flow'),
      kind: 'choice',
      choices: [
        ['password', t('Resource owner - Password')],
        ['application', t('Application (client credentials)')],
        ['accessCode', t('Access code')],
        ['implicit', t('Implicit')],
      ],
    },
    {
      name: 'scopes',
      label: t('Scopes'),
      kind: 'checks',
      choices: [...new Set([...Object.keys(scopes), ...each.scopes])].map((name) => [
        name,
        describeScope(name, scopes),
      ]),
    },
    { name: 'isRequired', label: t('Calls may use it: the requirements of the API name it'), kind: 'check' },
  ]
}

function buildCatalogRow(documents: readonly DocumentSummary[]): FormRow<SecurityDraft> {
  const catalogs = documents.filter(({ kind }) => kind === 'catalog')
  return {
    name: 'catalog',
    label: t('Catalog'),
    kind: 'choice',
    choices: [['', t('The catalog of the API')], ...catalogs.map((one) => [one.name, one.title || one.name] as const)],
    help: t('The catalog that holds the provider: another one must be of the same organisation.'),
  }
}

function hasKey(value: unknown, key: string): boolean {
  return [['securityDefinitions'], ['components', 'securitySchemes']].some(
    (path) => readPath(value, [...path, key]) !== undefined,
  )
}

function listProviders(documents: readonly DocumentSummary[], enabled: unknown) {
  const names = Array.isArray(enabled) ? enabled : undefined
  return documents
    .filter(({ kind, name }) => providerKinds.includes(kind) && (names?.includes(name) ?? true))
    .map(({ name, title }) => [name, title || name] as const)
}

function describeScope(name: string, scopes: Readonly<Record<string, unknown>>): string {
  const text = scopes[name]
  return typeof text === 'string' && text !== '' ? `${name}: ${text}` : name
}

/** Returns a member of another document; undefined until it is loaded, and when there is none. */
function useDocumentValue(file: string, member: string): unknown {
  const { value } = useResource(`value of ${file}`, async (signal) => {
    if (file === '') return { text: '' }
    return requestResource('GET /configuration/document', {}, { query: { file }, signal })
  })
  const text = value?.text ?? ''
  const document = useMemo(() => attempt(() => readYaml(text)), [text])
  return readPath(document, [member])
}
