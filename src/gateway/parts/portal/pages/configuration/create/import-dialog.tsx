/** Publishes APIs from OpenAPI files: their documents, the scopes of the provider, and the product with its plan. */
import { useState } from 'react'
import { attempt } from '../../../../../../shared/lib/collections/attempt.ts'
import type { FormRow } from '../../../../../../shared/ui/forms/form-rows.ts'
import { useForm } from '../../../../../../shared/ui/forms/use-form.ts'
import { t } from '../../../../../../shared/ui/text/t.ts'
import { readYaml } from '../../../../../lib/yaml/edit-yaml.ts'
import type { ConfigurationList, DocumentChange } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { deriveId } from '../../applications/application-id.ts'
import { readPath } from '../schema/path-pattern.ts'
import { buildNameField, ChangeDialog, isFreeName, listNames, type PlannedChanges } from './change-dialog.tsx'
import { buildCredentialRows, initialCredential, isCredentialComplete, readCredential } from './credential-rows.ts'
import { addApisToProduct, type PublishedApi, readApiName, renderProduct } from './publish-in-product.ts'

type PublishPictureProps = { apis: readonly PublishedApi[]; provider: string; product: string; upstream: string }

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

function buildRows(
  draft: ImportDraft,
  documents: ConfigurationList['documents'],
  suggested: string,
): readonly FormRow<ImportDraft>[] {
  const isNew = draft.product === newProduct
  const catalogs = listKind(documents, 'catalog')
  const nameField = buildNameField(draft.name, listNames(documents, 'product'))
  return [
    catalogs.length > 1 && {
      name: 'catalog',
      label: t('Catalog'),
      kind: 'choice',
      choices: catalogs.map(({ file, title, name }) => [file, title || name] as const),
    },
    [
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
    ],
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
    isNew && [
      {
        ...nameField,
        label: suggested === '' ? t('Name of the product - required') : t('Name of the product'),
        help: suggested === '' ? nameField.help : t('Default: {value}.', { value: suggested }),
        attributes: { placeholder: suggested },
      },
      { name: 'limit', label: t('Limit of its plan'), kind: 'path', help: t('Such as 100/1hour, or unlimited.') },
    ],
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
async function planImport(
  draft: ImportDraft,
  chosen: readonly File[],
  server: string,
  signal: AbortSignal,
): Promise<PlannedImport> {
  const { catalog, provider, upstream, product, name, limit } = draft
  const files = await Promise.all(chosen.map(async (file) => ({ path: file.name, text: await file.text() })))
  const body = {
    catalog,
    provider,
    files,
    credential: readCredential(draft),
    upstream: upstream !== '' ? upstream : undefined,
  }
  const planned = await requestResource('POST /configuration/import', {}, { body, signal })
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
    picture: <PublishPicture apis={apis} provider={provider} product={shown} upstream={upstream || server} />,
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
  const [found, setFound] = useState<readonly FoundApi[]>([])
  const [planned, setPlanned] = useState<PlannedImport>()
  const start = {
    ...initialDraft,
    catalog: listKind(documents, 'catalog')[0]?.file ?? '',
    provider: listKind(documents, ...providerKinds)[0]?.name ?? '',
  }
  const products = listNames(documents, 'product')
  const suggested = suggestName(found[0]?.title ?? '', products)
  const form = useForm('import', start, (draft) => buildRows(draft, documents, suggested))
  const { catalog, provider, product } = form.draft
  const name = form.draft.name || suggested
  const isNamed = product !== newProduct || isFreeName(name, products)
  const hasTarget = chosen.length > 0 && catalog !== '' && provider !== ''

  async function plan(signal: AbortSignal) {
    const result = await planImport({ ...form.draft, name }, chosen, found[0]?.server ?? '', signal)
    setPlanned(result)
    return result
  }

  async function choose(files: readonly File[]) {
    setChosen(files)
    setFound((await Promise.all(files.map(readApi))).filter((each) => each !== undefined))
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
          onChange={(event) => void choose([...(event.target.files ?? [])])}
        />
        <span className="cds--form__helper-text">
          {t('Choose or drop several files together, with those to which their $ref lead.')}
        </span>
        {found.map(({ title, version, operations, server }) => (
          <span key={`${title} ${version}`} className="import__found">
            <strong>{title}</strong> {version} ·{' '}
            {t('{count, plural, one {# operation} other {# operations}}', { count: operations })}
            {server !== '' && ` · ${server}`}
          </span>
        ))}
      </label>
    </ChangeDialog>
  )
}

function findProducts(documents: ConfigurationList['documents'], catalog: string) {
  return listKind(documents, 'product').filter(({ file }) => file.startsWith(`${folderOf(catalog)}/`))
}

type FoundApi = { title: string; version: string; operations: number; server: string }

/** Larger files are only read by the gateway, so that the page stays quick. */
const maxShownBytes = 500_000
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** Returns what a chosen file describes; undefined for a file that is large or no API. */
async function readApi(file: File): Promise<FoundApi | undefined> {
  if (file.size > maxShownBytes) return undefined
  const text = await file.text()
  const document = attempt(() => readYaml(text))
  const read = (...path: (string | number)[]) => String(readPath(document, path) ?? '')
  const paths = Object.values((readPath(document, ['paths']) ?? {}) as object)
  const operations = paths.flatMap((each) => Object.keys(each ?? {}).filter((method) => methods.includes(method)))
  const title = read('info', 'title')
  const server = read('servers', 0, 'url') || read('host')
  return title === '' ? undefined : { title, version: read('info', 'version'), operations: operations.length, server }
}

/** Returns a free name for a product, made of the title of its API. */
function suggestName(title: string, taken: readonly string[]): string {
  const name = title === '' ? '' : deriveId(title)
  return taken.includes(name) ? `${name}-product` : name
}
