/** The page of one application: credentials, subscriptions, usage and settings. */
import { ConfirmDialog } from '../../../../../../shared/ui/feedback/action-dialog.tsx'
import { lazyPart } from '../../../../../../shared/ui/feedback/error-boundary.tsx'
import { Loaded } from '../../../../../../shared/ui/feedback/loaded.tsx'
import { DialogButton } from '../../../../../../shared/ui/feedback/use-dialog.tsx'
import { FormPanel } from '../../../../../../shared/ui/forms/form-panel.tsx'
import { useForm } from '../../../../../../shared/ui/forms/use-form.ts'
import { buildHashLink } from '../../../../../../shared/ui/routing/hash-path.ts'
import { navigate } from '../../../../../../shared/ui/routing/use-location-hash.ts'
import { PageHeader } from '../../../../../../shared/ui/shell/page-header.tsx'
import { PageTabs } from '../../../../../../shared/ui/shell/page-tabs.tsx'
import { StateTag } from '../../../../../../shared/ui/shell/state-tag.tsx'
import { t } from '../../../../../../shared/ui/text/t.ts'
import type { Grant } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { usePortalResource } from '../../api/use-portal-resource.ts'
import { buildApplicationLink } from '../../routing/page-route.ts'
import { allGrants, grantTitles } from '../../text/grants.ts'
import RejectionsPanel from '../../usage/rejection-table.tsx'
import { AddCallbackButton, redirectsField, splitLines, stateWords } from '../application-fields.tsx'
import { type ApplicationPanelProps, CredentialsPanel } from './credentials-panel.tsx'
import { SubscriptionsPanel } from './subscriptions-panel.tsx'

const UsagePanel = lazyPart(() => import('../../usage/usage-panel.tsx'))

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

export default function ApplicationPage({ application: name, tab }: { application: string; tab: string | undefined }) {
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

const grantChoices = [
  ['provider', t('All that the provider allows')],
  ['own', t('Only these')],
] as const

function SettingsPanel({ application, changed }: ApplicationPanelProps) {
  const start = {
    title: application.title,
    allowed: application.grants === null ? 'provider' : 'own',
    grants: application.grants ?? (allGrants as readonly Grant[]),
    redirects: application.redirectEndpoints.join('\n'),
  }
  const form = useForm('settings', start, ({ allowed }) => [
    { name: 'title', label: t('Title') },
    { name: 'allowed', label: t('Grants'), kind: 'radio', choices: grantChoices },
    allowed === 'own' && {
      name: 'grants',
      id: 'grant',
      label: t('Only these grants'),
      kind: 'checks',
      choices: allGrants.map((grant) => [grant, grantTitles[grant]]),
    },
    redirectsField,
  ])
  const { title, allowed, grants, redirects } = form.draft
  const body = {
    title: title.trim(),
    grants: allowed === 'own' ? allGrants.filter((grant) => grants.includes(grant)) : null,
    redirectEndpoints: splitLines(redirects),
  }

  return (
    <FormPanel
      form={form}
      className="form form--narrow"
      action={t('Save')}
      size="md"
      requires={[body.title]}
      reason={body.grants?.length === 0 && t('Choose at least one grant.')}
      run={() => requestResource('PATCH /applications/:application', { application: application.name }, { body })}
      done={t('Saved')}
      about={title}
      succeeded={changed}
    >
      <AddCallbackButton value={redirects} change={(next) => form.change({ redirects: next })} />
    </FormPanel>
  )
}
