/** The page of one API: its description, its operations, and one operation in detail. */
import { Tag } from '@carbon/react'

import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { buildHashLink } from '../../../ui/routing/hash-path.ts'
import { PageHeader } from '../../../ui/shell/page-header.tsx'
import type { ApiView } from '../../rest/index.ts'
import { requestResource } from '../api/client.ts'
import { buildProductLink } from '../routing/page-route.ts'
import { CopyableText } from '../text/copyable-text.tsx'
import { DescriptionList } from '../text/description-list.tsx'
import { DescriptionText } from '../text/description-text.tsx'
import { OperationList } from './operation-list.tsx'
import { OperationTabs } from './operation-tabs.tsx'

export interface ApiPageProps {
  reference: string
  operation: string | undefined
  tab: string | undefined
}

const trail = [['Products', buildHashLink('products')]] as const

export default function ApiPage({ reference, operation: wanted, tab }: ApiPageProps) {
  const { value, problem, reload } = useResource(reference, (signal) =>
    requestResource('GET /apis/:api', { api: reference }, { signal }),
  )
  const operation = value?.operations.find(({ id }) => id === wanted) ?? value?.operations[0]

  return (
    <>
      <PageHeader trail={trail} title={value?.title ?? reference}>
        {value && <span className="page__type">version {value.version}</span>}
        {value?.enforced === false && <Tag type="gray">served elsewhere</Tag>}
        {value?.offline && <Tag type="red">offline</Tag>}
      </PageHeader>
      {problem && <ErrorNotice text={problem} again={reload} />}
      {!value && !problem && <LoadingIndicator />}
      {value && (
        <>
          <DescriptionText text={value.description} />
          {value.offline && (
            <p>The operator has taken this API offline. The gateway responds to every call with 503.</p>
          )}
          <About api={value} />
          {operation ? (
            <div className="api">
              <OperationList api={value} selected={operation.id} />
              <OperationTabs key={operation.id} api={value} operation={operation} tab={tab} />
            </div>
          ) : (
            <p>The API has no operations.</p>
          )}
        </>
      )}
    </>
  )
}

function About({ api }: { api: ApiView }) {
  return (
    <DescriptionList
      facts={[
        ['URL', <CopyableText key="server" text={api.server} label="URL of the API" />],
        [
          'Plans',
          <ul key="plans">
            {api.plans.map(({ product, plan }) => (
              <li key={`${product} ${plan}`}>
                <a className="cds--link" href={buildProductLink(product)}>
                  {product}: {plan}
                </a>
              </li>
            ))}
          </ul>,
        ],
      ]}
    />
  )
}
