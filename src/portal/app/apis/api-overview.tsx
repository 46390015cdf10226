/** The overview of an API: its description, its URL, its plans, its OpenAPI file, and all operations. */

import { Download } from '@carbon/react/icons'
import { t } from '../../../ui/text/t.ts'

import type { ApiView } from '../../rest/index.ts'
import { buildResourceUrl } from '../api/client.ts'
import { buildApiLink, buildProductLink } from '../routing/page-route.ts'
import { CopyableText } from '../text/copyable-text.tsx'
import { DescriptionList } from '../text/description-list.tsx'
import { DescriptionText } from '../text/description-text.tsx'
import { MethodTag } from '../text/method-tag.tsx'
import { groupByTag } from './group-by-tag.ts'

export function ApiOverview({ api }: { api: ApiView }) {
  return (
    <>
      <DescriptionText text={api.description} />
      {api.offline && (
        <p>{t('The operator has taken this API offline. The gateway responds to every call with 503.')}</p>
      )}
      <DescriptionList
        facts={[
          ['URL', <CopyableText key="server" text={api.server} label={t('URL of the API')} />],
          [t('Plans'), <Plans key="plans" plans={api.plans} />],
          [t('OpenAPI file'), <Downloads key="openapi" reference={api.reference} />],
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
                  <span className={deprecated ? 'overview__path overview__path--old' : 'overview__path'}>
                    {path}
                  </span>
                  {summary && <span className="overview__summary">{summary}</span>}
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
  return (
    <ul>
      {plans.map(({ product, plan }) => (
        <li key={`${product} ${plan}`}>
          <a className="cds--link" href={buildProductLink(product)}>
            {product}: {plan}
          </a>
        </li>
      ))}
    </ul>
  )
}

function Downloads({ reference }: Pick<ApiView, 'reference'>) {
  return (
    <span className="downloads">
      {(['json', 'yaml'] as const).map((format) => (
        <a
          key={format}
          className="cds--link"
          download
          href={buildResourceUrl(`apis/${encodeURIComponent(reference)}/openapi.${format}`)}
        >
          <Download /> {format.toUpperCase()}
        </a>
      ))}
    </span>
  )
}
