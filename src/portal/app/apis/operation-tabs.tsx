/** Shows one operation in tabs: reference, example calls, and Try it. */
import { Layer, Tab, TabList, TabPanel, TabPanels, Tabs, Tag } from '@carbon/react'
import { lazy, Suspense } from 'react'

import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { navigate } from '../../../ui/routing/use-location-hash.ts'
import { buildApiLink } from '../routing/page-route.ts'
import { DescriptionText } from '../text/description-text.tsx'
import { ExampleCalls } from './example-calls.tsx'
import type { OperationProps } from './operation-props.ts'
import { OperationReference } from './operation-reference.tsx'

const TryPanel = lazy(() => import('../try/try-panel.tsx'))

const tabs = [
  ['reference', 'Reference', OperationReference],
  ['examples', 'Example calls', ExampleCalls],
  ['try', 'Try it', TryPanel],
] as const

export function OperationTabs({ api, operation, tab }: OperationProps & { tab: string | undefined }) {
  const selected = Math.max(
    0,
    tabs.findIndex(([each]) => each === tab),
  )
  return (
    <article className="api__operation" aria-label={operation.id}>
      <h2 className="api__title">
        {operation.method} {operation.path}
        {operation.deprecated && <Tag type="magenta">deprecated</Tag>}
      </h2>
      <DescriptionText text={operation.summary} />
      {operation.description !== operation.summary && <DescriptionText text={operation.description} />}
      <Tabs
        selectedIndex={selected}
        onChange={({ selectedIndex }) =>
          navigate(buildApiLink(api.reference, operation.id, tabs[selectedIndex]?.[0]), { replace: true })
        }
      >
        <TabList aria-label={`About ${operation.id}`} contained>
          {tabs.map(([id, title]) => (
            <Tab key={id}>{title}</Tab>
          ))}
        </TabList>
        <TabPanels>
          {tabs.map(([id, , Panel], index) => (
            <TabPanel key={id}>
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
