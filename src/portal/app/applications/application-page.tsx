/** One application: its credentials, subscriptions, usage and settings. */
import { Button, Layer, Tab, TabList, TabPanel, TabPanels, Tabs } from '@carbon/react'
import { lazy, Suspense, useState } from 'react'

import { Problem } from '../../../ui/feedback/problem.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { Waiting } from '../../../ui/feedback/waiting.tsx'
import { href } from '../../../ui/routing/address.ts'
import { go } from '../../../ui/routing/use-hash.ts'
import { Head } from '../../../ui/shell/head.tsx'
import type { ApplicationView } from '../../rest.ts'
import { ask } from '../api/client.ts'
import { toApplication } from '../routing/route.ts'
import { CredentialsPanel } from './credentials-panel.tsx'
import { DeleteApplicationDialog } from './delete-application-dialog.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { StateTag } from './state-tag.tsx'
import { SubscriptionsPanel } from './subscriptions-panel.tsx'

const UsagePanel = lazy(() => import('../usage/usage-panel.tsx'))

const trail = [['Applications', href('applications')]] as const

export interface PanelProps {
  application: ApplicationView
  changed(): void
}

const tabs = [
  ['credentials', 'Credentials', CredentialsPanel],
  ['subscriptions', 'Subscriptions', SubscriptionsPanel],
  ['usage', 'Usage', UsagePanel],
  ['settings', 'Settings', SettingsPanel],
] as const

export default function ApplicationPage({ name, tab }: { name: string; tab: string | undefined }) {
  const [deleting, setDeleting] = useState(false)
  const { value, problem, reload } = useResource(name, (signal) =>
    ask('GET /applications/:application', { application: name }, { signal }),
  )
  const selected = Math.max(
    0,
    tabs.findIndex(([each]) => each === tab),
  )

  return (
    <>
      <Head trail={trail} title={value?.title ?? name}>
        {value && <StateTag state={value.state} />}
        {value && (
          <Button size="md" kind="danger--ghost" onClick={() => setDeleting(true)}>
            Delete
          </Button>
        )}
      </Head>
      {problem && <Problem text={problem} again={reload} />}
      {!value && !problem && <Waiting />}
      {value && (
        <Tabs
          selectedIndex={selected}
          onChange={({ selectedIndex }) =>
            go(toApplication(name, tabs[selectedIndex]?.[0]), { replace: true })
          }
        >
          <TabList aria-label={`About ${value.title}`} contained>
            {tabs.map(([id, title]) => (
              <Tab key={id}>{title}</Tab>
            ))}
          </TabList>
          <TabPanels>
            {tabs.map(([id, , Panel], index) => (
              <TabPanel key={id}>
                <Layer>
                  {index === selected && (
                    <Suspense fallback={<Waiting />}>
                      <Panel application={value} changed={reload} />
                    </Suspense>
                  )}
                </Layer>
              </TabPanel>
            ))}
          </TabPanels>
        </Tabs>
      )}
      {value && deleting && <DeleteApplicationDialog application={value} close={() => setDeleting(false)} />}
    </>
  )
}
