/** The reference of an API in three columns: navigation, text, and samples that stay in view. */
import { Link, Tag } from '@carbon/react'
import { Download } from '@carbon/react/icons'
import { CopyableText } from '../../../../../shared/ui/body/copyable-text.tsx'
import { Loaded } from '../../../../../shared/ui/feedback/loaded.tsx'
import { buildHashLink } from '../../../../../shared/ui/routing/hash-path.ts'
import { DescriptionList } from '../../../../../shared/ui/shell/description-list.tsx'
import { PageHeader } from '../../../../../shared/ui/shell/page-header.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ApiView } from '../../rest/index.ts'
import { buildResourceUrl } from '../api/client.ts'
import { usePortalResource } from '../api/use-portal-resource.ts'
import { useCatalogTitles } from '../products/use-catalog-titles.ts'
import { buildApiLink, buildProductLink } from '../routing/page-route.ts'
import { SamplesPanel } from '../samples/samples-panel.tsx'
import { DeprecationNotice } from '../text/deprecation-notice.tsx'
import { Markdown } from '../text/markdown.tsx'
import { MethodTag } from '../text/method-tag.tsx'
import { OperationArticle } from './operation-article.tsx'
import { groupByTag, ReferenceNavigation } from './reference-navigation.tsx'

export interface ApiPageProps {
  /** The name and the version of the API. */
  api: string
  /** The id of the operation to show; undefined for the overview. */
  operation: string | undefined
  tab: string | undefined
}

const trail = [[t('Products'), buildHashLink('products')]] as const

export default function ApiPage({ api: reference, operation: wanted, tab }: ApiPageProps) {
  const resource = usePortalResource('GET /apis/:api', { api: reference })
  const { value } = resource
  const operation = value?.operations.find(({ id }) => id === wanted)

  return (
    <>
      <PageHeader trail={trail} title={value?.title ?? reference}>
        {value && <span className="quiet">{t('version {version}', { version: value.version })}</span>}
        {value?.enforced === false && <Tag type="gray">{t('served elsewhere')}</Tag>}
        {value?.offline && <Tag type="red">{t('offline')}</Tag>}
      </PageHeader>
      <Loaded resource={resource}>
        {(api) => (
          <>
            {api.deprecation && <DeprecationNotice what="API" deprecation={api.deprecation} />}
            <div className={operation ? 'api api--operation' : 'api'}>
              <ReferenceNavigation api={api} selected={operation?.id} />
              <div className="api__text">
                {operation && <OperationArticle key={operation.id} api={api} operation={operation} tab={tab} />}
                {!operation && wanted !== undefined && <p>{t('The API has no operation "{wanted}".', { wanted })}</p>}
                {!operation && <ApiOverview api={api} />}
              </div>
              {operation && (
                <aside className="api__samples" aria-label={t('Samples')}>
                  <SamplesPanel key={operation.id} api={api} operation={operation} />
                </aside>
              )}
            </div>
          </>
        )}
      </Loaded>
    </>
  )
}

/** The overview of an API: its description, its URL, its plans, its OpenAPI file, and all operations. */
function ApiOverview({ api }: { api: ApiView }) {
  return (
    <>
      <Markdown text={api.description} />
      {api.offline && (
        <p>{t('The operator has taken this API offline. The gateway responds to every call with 503.')}</p>
      )}
      <DescriptionList
        facts={[
          ['URL', <CopyableText key="server" text={api.server} label={t('URL of the API')} />],
          [t('Plans'), <Plans key="plans" plans={api.plans} />],
          [t('OpenAPI file'), <Downloads key="openapi" api={api} files={openApiFiles} />],
          api.wsdl && ['WSDL', <Downloads key="wsdl" api={api} files={wsdlFiles} />],
          api.hasMessages && [t('AsyncAPI file'), <Downloads key="asyncapi" api={api} files={asyncApiFiles} />],
        ]}
      />
      {groupByTag(api.operations).map(([tag, operations]) => (
        <section key={tag} className="group" aria-label={tag || t('Operations')}>
          <h2 className="group__title">{tag || t('Operations')}</h2>
          <ul>
            {operations.map(({ id, method, path, summary, deprecated }) => (
              <li key={id}>
                <a className="overview__operation" href={buildApiLink(api.reference, id)}>
                  <MethodTag method={method} />
                  <span className={deprecated ? 'overview__path overview__path--old' : 'overview__path'}>{path}</span>
                  {summary && <span className="quiet">{summary}</span>}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {api.operations.length === 0 && <p>{t('The API has no operations.')}</p>}
    </>
  )
}

function Plans({ plans }: Pick<ApiView, 'plans'>) {
  const { describePlan } = useCatalogTitles()
  return (
    <ul>
      {plans.map(({ product, plan }) => (
        <li key={`${product} ${plan}`}>
          <Link href={buildProductLink(product)}>{describePlan(`${product}/${plan}`)}</Link>
        </li>
      ))}
    </ul>
  )
}

/** Paths below the resource of the API, with what the link says. */
type Files = readonly (readonly [path: string, text: string])[]

const openApiFiles: Files = [
  ['openapi.json', 'JSON'],
  ['openapi.yaml', 'YAML'],
]
const asyncApiFiles: Files = [
  ['asyncapi.json', 'JSON'],
  ['asyncapi.yaml', 'YAML'],
]
const wsdlFiles: Files = [['wsdl', 'XML']]

function Downloads({ api, files }: { api: Pick<ApiView, 'reference'>; files: Files }) {
  return (
    <span className="downloads">
      {files.map(([path, text]) => (
        <Link key={path} download href={buildResourceUrl(`apis/${encodeURIComponent(api.reference)}/${path}`)}>
          <Download /> {text}
        </Link>
      ))}
    </span>
  )
}
