/** The page of one application: credentials, subscriptions, usage and settings. */

import { Button, Layer, Tab, TabList, TabPanel, TabPanels, Tabs } from '@carbon/react'
import { lazy, Suspense, useState } from 'react'
import { ErrorNotice } from '../../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../../ui/feedback/loading-indicator.tsx'
import { useResource } from '../../../../ui/feedback/use-resource.ts'
import { buildHashLink } from '../../../../ui/routing/hash-path.ts'
import { navigate } from '../../../../ui/routing/use-location-hash.ts'
import { PageHeader } from '../../../../ui/shell/page-header.tsx'
import { t } from '../../../../ui/text/t.ts'
import { requestResource } from '../../api/client.ts'
import { buildApplicationLink } from '../../routing/page-route.ts'
import { StateTag } from '../state-tag.tsx'
import { CredentialsPanel } from './credentials-panel.tsx'
import { DeleteApplicationDialog } from './delete-application-dialog.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { SubscriptionsPanel } from './subscriptions-panel.tsx'

const UsagePanel = lazy(() => import('../../usage/usage-panel.tsx'))

const RejectionsPanel = lazy(() => import('../../usage/rejections-panel.tsx'))

const trail = [[t('Applications'), buildHashLink('applications')]] as const

const tabs = [
  ['credentials', t('Credentials'), CredentialsPanel],
  ['subscriptions', t('Subscriptions', {}, 'plans'), SubscriptionsPanel],
  ['usage', t('Usage'), UsagePanel],
  ['rejections', t('Rejected calls'), RejectionsPanel],
  ['settings', t('Settings'), SettingsPanel],
] as const

export default function ApplicationPage({ name, tab }: { name: string; tab: string | undefined }) {
  const [deleting, setDeleting] = useState(false)
  const { value, problem, reload } = useResource(name, (signal) =>
    requestResource('GET /applications/:application', { application: name }, { signal }),
  )
  const selected = Math.max(
    0,
    tabs.findIndex(([each]) => each === tab),
  )

  return (
    <>
      <PageHeader trail={trail} title={value?.title ?? name}>
        {value && <StateTag state={value.state} />}
        {value && (
          <Button size="md" kind="danger--ghost" onClick={() => setDeleting(true)}>
            {t('Delete')}
          </Button>
        )}
      </PageHeader>
      {problem && <ErrorNotice text={problem} again={reload} />}
      {!value && !problem && <LoadingIndicator />}
      {value && (
        <Tabs
          selectedIndex={selected}
          onChange={({ selectedIndex }) =>
            navigate(buildApplicationLink(name, tabs[selectedIndex]?.[0]), { replace: true })
          }
        >
          <TabList aria-label={t('About {title}', { title: value.title })} contained>
            {tabs.map(([id, title]) => (
              <Tab key={id}>{title}</Tab>
            ))}
          </TabList>
          <TabPanels>
            {tabs.map(([id, , Panel], index) => (
              <TabPanel key={id}>
                <Layer>
                  {index === selected && (
                    <Suspense fallback={<LoadingIndicator />}>
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
