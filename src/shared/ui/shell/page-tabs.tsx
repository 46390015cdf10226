/** The tabs of a page: the selected one is part of the URL, and only its panel is rendered. */
import '@carbon/styles/scss/components/tabs/_index.scss'
import { Layer, Tab, TabList, TabPanel, TabPanels, Tabs } from '@carbon/react'
import { type ReactNode, Suspense } from 'react'
import { LoadingIndicator } from '../feedback/loading-indicator.tsx'

export interface PageTabsProps<Key extends string> {
  /** The name of the list of tabs for assistive technology. */
  label: string
  tabs: readonly (readonly [key: Key, title: string])[]
  /** The key of the selected tab; the first tab when there is no such key. */
  selected: string | undefined
  select(key: Key | undefined): void
  /** Whether the tabs are drawn as boxes. */
  contained?: boolean
  /** Renders the panel of a tab. */
  children(key: Key): ReactNode
}

export function PageTabs<Key extends string>(props: PageTabsProps<Key>) {
  const { label, tabs, selected, select, contained = false, children } = props
  const found = tabs.findIndex(([key]) => key === selected)
  const index = Math.max(0, found)
  return (
    <Tabs selectedIndex={index} onChange={({ selectedIndex }) => select(tabs[selectedIndex]?.[0])}>
      <TabList aria-label={label} contained={contained}>
        {tabs.map(([key, title]) => (
          <Tab key={key}>{title}</Tab>
        ))}
      </TabList>
      <TabPanels>
        {tabs.map(([key], place) => (
          <TabPanel key={key}>
            {place === index && (
              <Layer>
                <Suspense fallback={<LoadingIndicator />}>{children(key)}</Suspense>
              </Layer>
            )}
          </TabPanel>
        ))}
      </TabPanels>
    </Tabs>
  )
}
