/** The reference of an API in three columns: navigation, text, and samples that stay in view. */

import { Tag } from '@carbon/react'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { buildHashLink } from '../../../ui/routing/hash-path.ts'
import { PageHeader } from '../../../ui/shell/page-header.tsx'
import { t } from '../../../ui/text/t.ts'
import { requestResource } from '../api/client.ts'
import { SamplesPanel } from '../samples/samples-panel.tsx'
import { ApiOverview } from './api-overview.tsx'
import { DeprecationNotice } from './deprecation-notice.tsx'
import { OperationArticle } from './operation-article.tsx'
import { ReferenceNavigation } from './reference-navigation.tsx'

export interface ApiPageProps {
  reference: string
  /** The id of the operation to show; undefined for the overview. */
  operation: string | undefined
  tab: string | undefined
}

const trail = [[t('Products'), buildHashLink('products')]] as const

export default function ApiPage({ reference, operation: wanted, tab }: ApiPageProps) {
  const { value, problem, reload } = useResource(reference, (signal) =>
    requestResource('GET /apis/:api', { api: reference }, { signal }),
  )
  const operation = value?.operations.find(({ id }) => id === wanted)

  return (
    <>
      <PageHeader trail={trail} title={value?.title ?? reference}>
        {value && <span className="page__type">{t('version {version}', { version: value.version })}</span>}
        {value?.enforced === false && <Tag type="gray">{t('served elsewhere')}</Tag>}
        {value?.offline && <Tag type="red">{t('offline')}</Tag>}
      </PageHeader>
      {problem && <ErrorNotice text={problem} again={reload} />}
      {!value && !problem && <LoadingIndicator />}
      {value && (
        <>
          {value.deprecation && <DeprecationNotice what="API" deprecation={value.deprecation} />}
          <div className={operation ? 'api api--operation' : 'api'}>
            <ReferenceNavigation api={value} selected={operation?.id} />
            <div className="api__text">
              {operation && (
                <OperationArticle key={operation.id} api={value} operation={operation} tab={tab} />
              )}
              {!operation && wanted !== undefined && (
                <p>{t('The API has no operation "{wanted}".', { wanted })}</p>
              )}
              {!operation && <ApiOverview api={value} />}
            </div>
            {operation && (
              <aside className="api__samples" aria-label={t('Samples')}>
                <SamplesPanel key={operation.id} api={value} operation={operation} />
              </aside>
            )}
          </div>
        </>
      )}
    </>
  )
}
