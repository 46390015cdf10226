/** Publishes APIs from OpenAPI files: their documents, the scopes of the provider, and the product with its plan. */
import { useState } from 'react'
import type { FormRow } from '../../../../ui/forms/form-rows.ts'
import { useForm } from '../../../../ui/forms/use-form.ts'
import { t } from '../../../../ui/text/t.ts'
import type { ConfigurationList, DocumentChange } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { buildNameField, ChangeDialog, isFreeName, listNames, type PlannedChanges } from './change-dialog.tsx'
import { buildCredentialRows, initialCredential, isCredentialComplete, readCredential } from './credential-rows.ts'
import { addApisToProduct, type PublishedApi, readApiName, renderProduct } from './publish-in-product.ts'

interface PublishPictureProps {
  apis: readonly PublishedApi[]
  provider: string
  product: string
  upstream: string
}

/** The way of a call when the APIs are published: what it needs, what counts it, and where it goes. */
function PublishPicture({ apis, provider, product, upstream }: PublishPictureProps) {
  const steps = [
    [
      t('Application'),
      product === '' ? t('None: they cannot be called yet') : t('subscribes to {product}', { product }),
    ],
    [t('Token'), t('of {provider}', { provider })],
    ['API', apis.map(({ name, version }) => `${name} ${version}`).join(', ')],
    [t('Upstream'), upstream || t('the first server of the file')],
  ]
  return (
    <ol className="way" aria-label={t('The way of a call')}>
      {steps.map(([title, text]) => (
        <li key={title} className="way__step">
          <strong>{title}</strong>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  )
}

const providerKinds = ['oauth-provider', 'third-party-oauth-provider']

export interface ImportDialogProps {
  list: ConfigurationList
  close(): void
  /** The APIs are saved; `published` is the reference of the first one when it is in a product. */
  done(file: string, published: string | undefined): void
}

/** The value of the choice of a new product. */
const newProduct = 'new'

type ImportDraft = typeof initialDraft

const initialDraft = {
  catalog: '',
  provider: '',
  upstream: '',
  product: newProduct,
  name: '',
  limit: '100/1hour',
  ...initialCredential,
}

function buildRows(draft: ImportDraft, documents: ConfigurationList['documents']): readonly FormRow<ImportDraft>[] {
  const isNew = draft.product === newProduct
  return [
    {
      name: 'catalog',
      label: t('Catalog'),
      kind: 'choice',
      choices: listKind(documents, 'catalog').map(({ file, title, name }) => [file, title || name]),
    },
    {
      name: 'provider',
      label: t('OAuth provider that protects the APIs'),
      kind: 'choice',
      choices: listKind(documents, ...providerKinds).map(({ title, name }) => [name, title || name]),
    },
    {
      name: 'upstream',
      label: t('URL of the upstream'),
      kind: 'name',
      help: t('Default: the first server of each file.'),
    },
    ...buildCredentialRows(draft),
    {
      name: 'product',
      label: t('Product in which applications subscribe to them'),
      kind: 'choice',
      choices: [
        [newProduct, t('A new product')],
        ...findProducts(documents, draft.catalog).map(({ file, title, name }) => [file, title || name] as const),
        ['', t('None: they cannot be called yet')],
      ],
    },
    isNew && {
      ...buildNameField(draft.name, listNames(documents, 'product')),
      label: t('Name of the product - required'),
    },
    isNew && {
      name: 'limit',
      label: t('Limit of its plan'),
      kind: 'path',
      help: t('Such as 100/1hour, or unlimited.'),
    },
  ]
}

function listKind(documents: ConfigurationList['documents'], ...kinds: readonly string[]) {
  return documents.filter(({ kind }) => kinds.includes(kind))
}

interface PlannedImport extends PlannedChanges {
  /** The document of the first API, and its reference when it is in a product. */
  file: string
  published: string | undefined
}

/** Plans the documents of the APIs and of their product. */
async function planImport(draft: ImportDraft, chosen: readonly File[]): Promise<PlannedImport> {
  const { catalog, provider, upstream, product, name, limit } = draft
  const files = await Promise.all(chosen.map(async (file) => ({ path: file.name, text: await file.text() })))
  const body = { catalog, provider, files, credential: readCredential(draft), ...(upstream !== '' && { upstream }) }
  const planned = await requestResource('POST /configuration/import', {}, { body })
  const notes = [...planned.files.map(({ path, message }) => `${path} ${message}.`), ...planned.notes]
  const added = planned.changes.filter(({ file }) => file.startsWith('apis/'))
  const apis = added.map(({ text }) => readApiName(text ?? ''))
  const [first] = apis
  const isPublished = product !== '' && first !== undefined
  const shown = product === newProduct ? `${name}: ${limit}` : product
  return {
    file: added[0]?.file ?? '',
    published: isPublished ? `${first.name}:${first.version}` : undefined,
    changes: isPublished ? [...planned.changes, await planProduct(draft, apis)] : planned.changes,
    notes,
    picture: <PublishPicture apis={apis} provider={provider} product={shown} upstream={upstream} />,
  }
}

/** Returns the change that puts the APIs into the chosen product. */
async function planProduct(draft: ImportDraft, apis: readonly PublishedApi[]): Promise<DocumentChange> {
  const { product: file, catalog } = draft
  if (file === newProduct) return { ...renderProduct(draft, apis, folderOf(catalog)), revision: null }
  const { text, revision } = await requestResource('GET /configuration/document', {}, { query: { file } })
  return { file, text: addApisToProduct(text, apis), revision }
}

const folderOf = (file: string) => file.replace(/\/[^/]*$/, '')

export function ImportDialog({ list, close, done }: ImportDialogProps) {
  const { documents, isWritable } = list
  const [chosen, setChosen] = useState<readonly File[]>([])
  const [planned, setPlanned] = useState<PlannedImport>()
  const start = {
    ...initialDraft,
    catalog: listKind(documents, 'catalog')[0]?.file ?? '',
    provider: listKind(documents, ...providerKinds)[0]?.name ?? '',
  }
  const form = useForm('import', start, (draft) => buildRows(draft, documents))
  const { catalog, provider, product, name } = form.draft
  const isNamed = product !== newProduct || isFreeName(name, listNames(documents, 'product'))
  const hasTarget = chosen.length > 0 && catalog !== '' && provider !== ''

  async function plan() {
    const found = await planImport(form.draft, chosen)
    setPlanned(found)
    return found
  }

  return (
    <ChangeDialog
      title={t('Publish an API from an OpenAPI file')}
      action={product === '' ? t('Add the API') : t('Publish')}
      isWritable={isWritable}
      isComplete={hasTarget && isNamed && isCredentialComplete(form.draft)}
      missing={
        hasTarget
          ? t('Fill in the required fields to see what changes.')
          : t('Choose at least one file, a catalog and a provider to see what changes.')
      }
      form={form}
      plan={plan}
      done={() => planned && done(planned.file, planned.published)}
      close={close}
    >
      <label className="import__file">
        <span className="cds--label">{t('OpenAPI files, YAML or JSON - required')}</span>
        <input
          type="file"
          multiple
          accept=".yaml,.yml,.json"
          onChange={(event) => setChosen([...(event.target.files ?? [])])}
        />
        <span className="cds--form__helper-text">
          {t('Choose or drop several files together, with those to which their $ref lead.')}
        </span>
      </label>
    </ChangeDialog>
  )
}

function findProducts(documents: ConfigurationList['documents'], catalog: string) {
  return listKind(documents, 'product').filter(({ file }) => file.startsWith(`${folderOf(catalog)}/`))
}
