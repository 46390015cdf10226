/** The page of one application: credentials, subscriptions, usage and settings. */

import { lazy } from 'react'
import { ConfirmDialog } from '../../../../ui/feedback/action-dialog.tsx'
import { Loaded } from '../../../../ui/feedback/loaded.tsx'
import { DialogButton } from '../../../../ui/feedback/use-dialog.tsx'
import { buildHashLink } from '../../../../ui/routing/hash-path.ts'
import { navigate } from '../../../../ui/routing/use-location-hash.ts'
import { PageHeader } from '../../../../ui/shell/page-header.tsx'
import { PageTabs } from '../../../../ui/shell/page-tabs.tsx'
import { StateTag } from '../../../../ui/shell/state-tag.tsx'
import { t } from '../../../../ui/text/t.ts'
import { requestResource } from '../../api/client.ts'
import { usePortalResource } from '../../api/use-portal-resource.ts'
import { buildApplicationLink } from '../../routing/page-route.ts'
import { stateWords } from '../state-words.ts'
import { CredentialsPanel } from './credentials-panel.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { SubscriptionsPanel } from './subscriptions-panel.tsx'

const UsagePanel = lazy(() => import('../../usage/usage-panel.tsx'))
const RejectionsPanel = lazy(() => import('../../usage/rejections-panel.tsx'))

const trail = [[t('Applications'), buildHashLink('applications')]] as const

const panels = {
  credentials: CredentialsPanel,
  subscriptions: SubscriptionsPanel,
  usage: UsagePanel,
  rejections: RejectionsPanel,
  settings: SettingsPanel,
} as const
const tabs = [
  ['credentials', t('Credentials')],
  ['subscriptions', t('Subscriptions', {}, 'plans')],
  ['usage', t('Usage')],
  ['rejections', t('Rejected calls')],
  ['settings', t('Settings')],
] as const

export default function ApplicationPage({ name, tab }: { name: string; tab: string | undefined }) {
  const resource = usePortalResource('GET /applications/:application', { application: name })
  const { value, reload } = resource
  const title = value?.title ?? name

  return (
    <>
      <PageHeader trail={trail} title={title}>
        {value && <StateTag states={stateWords} state={value.state} size="sm" />}
        {value && (
          <DialogButton
            size="md"
            kind="danger--ghost"
            dialog={(close) => (
              <ConfirmDialog
                title={t('Delete {title}', { title })}
                action={t('Delete')}
                text={t('Its credentials, subscriptions and tokens become invalid. This cannot be undone.')}
                run={() => requestResource('DELETE /applications/:application', { application: name }, {})}
                done={t('Deleted')}
                about={title}
                succeeded={() => navigate(buildHashLink('applications'), { replace: true })}
                close={close}
              />
            )}
          >
            {t('Delete')}
          </DialogButton>
        )}
      </PageHeader>
      <Loaded resource={resource}>
        {(application) => (
          <PageTabs
            contained
            label={t('About {title}', { title })}
            tabs={tabs}
            selected={tab}
            select={(key) => navigate(buildApplicationLink(name, key), { replace: true })}
          >
            {(key) => {
              const Panel = panels[key]
              return <Panel application={application} changed={reload} />
            }}
          </PageTabs>
        )}
      </Loaded>
    </>
  )
}
