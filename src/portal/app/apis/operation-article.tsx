/** Shows one operation: its head, then its reference or Try it. */
import { Tag } from '@carbon/react'
import { lazy } from 'react'
import { Copy, CopyableText } from '../../../ui/body/copyable-text.tsx'
import { navigate } from '../../../ui/routing/use-location-hash.ts'
import { PageTabs } from '../../../ui/shell/page-tabs.tsx'
import { t } from '../../../ui/text/t.ts'
import { buildApiLink } from '../routing/page-route.ts'
import { DescriptionText } from '../text/description-text.tsx'
import { MethodTag } from '../text/method-tag.tsx'
import { type OperationProps, OperationReference } from './operation-reference.tsx'

const TryPanel = lazy(() => import('../try/try-panel.tsx'))

const tabs = [
  ['reference', t('Reference')],
  ['try', t('Try it')],
] as const

export function OperationArticle({ api, operation, tab }: OperationProps & { tab: string | undefined }) {
  const { id, method, path, summary, description, deprecated } = operation
  return (
    <article aria-label={id}>
      <h2 className="api__title">
        {summary ?? `${method} ${path}`}
        {deprecated && <Tag type="magenta">{t('deprecated')}</Tag>}
        <Copy
          text={new URL(buildApiLink(api.reference, id), document.baseURI).href}
          label={t('Link to the operation')}
        />
      </h2>
      <p className="api__call">
        <MethodTag method={method} />
        <CopyableText text={`${api.server}${path}`} label={t('URL of the operation')} />
      </p>
      {description !== summary && <DescriptionText text={description} />}
      <PageTabs
        label={t('About {id}', { id })}
        tabs={tabs}
        selected={tab}
        select={(key) => navigate(buildApiLink(api.reference, id, key), { replace: true })}
      >
        {(key) =>
          key === 'try' ? (
            <TryPanel api={api} operation={operation} />
          ) : (
            <OperationReference api={api} operation={operation} />
          )
        }
      </PageTabs>
    </article>
  )
}
