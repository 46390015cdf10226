/** The page of one application: credentials, subscriptions, usage and settings. */

import { Button, Layer, Tab, TabList, TabPanel, TabPanels, Tabs } from '@carbon/react'
import { lazy, Suspense, useState } from 'react'
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx'
import { ErrorNotice } from '../../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../../ui/feedback/loading-indicator.tsx'
import { useAction } from '../../../../ui/feedback/use-action.ts'
import { useResource } from '../../../../ui/feedback/use-resource.ts'
import { buildHashLink } from '../../../../ui/routing/hash-path.ts'
import { navigate } from '../../../../ui/routing/use-location-hash.ts'
import { PageHeader } from '../../../../ui/shell/page-header.tsx'
import { t } from '../../../../ui/text/t.ts'
import type { ApplicationView } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { buildApplicationLink } from '../../routing/page-route.ts'
import { StateTag } from '../state-tag.tsx'
import { CredentialsPanel } from './credentials-panel.tsx'
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

/** A dialog that deletes an application after a confirmation. */
interface DeleteApplicationDialogProps {
  application: ApplicationView
  close(): void
}

function DeleteApplicationDialog({ application, close }: DeleteApplicationDialogProps) {
  const action = useAction()
  const { name, title } = application

  async function confirm() {
    const work = () => requestResource('DELETE /applications/:application', { application: name }, {})
    if (await action.run(work, t('Deleted'), title)) navigate(buildHashLink('applications'), { replace: true })
  }

  return (
    <ConfirmDialog
      title={t('Delete {title}', { title })}
      action={t('Delete')}
      busy={action.busy}
      problem={action.problem}
      confirm={() => void confirm()}
      close={close}
    >
      <p className="dialog__text">
        {t('Its credentials, subscriptions and tokens become invalid. This cannot be undone.')}
      </p>
    </ConfirmDialog>
  )
}
