/** Shows one operation: its head, then its reference or Try it. */

import { Layer, Tab, TabList, TabPanel, TabPanels, Tabs, Tag } from '@carbon/react'
import { lazy, Suspense } from 'react'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { navigate } from '../../../ui/routing/use-location-hash.ts'
import { t } from '../../../ui/text/t.ts'
import { buildApiLink } from '../routing/page-route.ts'
import { CopyableText } from '../text/copyable-text.tsx'
import { DescriptionText } from '../text/description-text.tsx'
import { MethodTag } from '../text/method-tag.tsx'
import type { OperationProps } from './operation-props.ts'
import { OperationReference } from './operation-reference.tsx'

const TryPanel = lazy(() => import('../try/try-panel.tsx'))

const tabs = [
  ['reference', t('Reference'), OperationReference],
  ['try', t('Try it'), TryPanel],
] as const

export function OperationArticle({ api, operation, tab }: OperationProps & { tab: string | undefined }) {
  const selected = Math.max(
    0,
    tabs.findIndex(([each]) => each === tab),
  )
  const { id, method, path, summary, description, deprecated } = operation
  return (
    <article aria-label={id}>
      <h2 className="api__title">
        {summary ?? `${method} ${path}`}
        {deprecated && <Tag type="magenta">{t('deprecated')}</Tag>}
      </h2>
      <p className="api__call">
        <MethodTag method={method} />
        <CopyableText text={`${api.server}${path}`} label={t('URL of the operation')} />
      </p>
      {description !== summary && <DescriptionText text={description} />}
      <Tabs
        selectedIndex={selected}
        onChange={({ selectedIndex }) =>
          navigate(buildApiLink(api.reference, id, tabs[selectedIndex]?.[0]), { replace: true })
        }
      >
        <TabList aria-label={t('About {id}', { id })}>
          {tabs.map(([key, title]) => (
            <Tab key={key}>{title}</Tab>
          ))}
        </TabList>
        <TabPanels>
          {tabs.map(([key, , Panel], index) => (
            <TabPanel key={key}>
              {index === selected && (
                <Layer>
                  <Suspense fallback={<LoadingIndicator />}>
                    <Panel api={api} operation={operation} />
                  </Suspense>
                </Layer>
              )}
            </TabPanel>
          ))}
        </TabPanels>
      </Tabs>
    </article>
  )
}
