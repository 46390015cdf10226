/** Shows the client id of an application and the state of its secrets. The secrets themselves cannot be shown again. */
import { Button } from '@carbon/react'
import { useState } from 'react'
import { CopyableText } from '../../../../../../shared/ui/body/copyable-text.tsx'
import { ConfirmDialog } from '../../../../../../shared/ui/feedback/action-dialog.tsx'
import { LoadingIndicator } from '../../../../../../shared/ui/feedback/loading-indicator.tsx'
import { Notice } from '../../../../../../shared/ui/feedback/notice.tsx'
import { DialogButton } from '../../../../../../shared/ui/feedback/use-dialog.tsx'
import { FormPanel } from '../../../../../../shared/ui/forms/form-panel.tsx'
import { useForm } from '../../../../../../shared/ui/forms/use-form.ts'
import { DescriptionList } from '../../../../../../shared/ui/shell/description-list.tsx'
import { Group } from '../../../../../../shared/ui/shell/group.tsx'
import { formatDateTime } from '../../../../../../shared/ui/text/format.ts'
import { formatRelativeTime } from '../../../../../../shared/ui/text/format-relative-time.ts'
import { t } from '../../../../../../shared/ui/text/t.ts'
import type { ApplicationView, VerifySecretResponse } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { usePortalResource } from '../../api/use-portal-resource.ts'
import { buildTryLink } from '../../routing/page-route.ts'
import { findExpiryState, formatLastUsed } from '../expiry-choices.ts'
import { NamedCredentials } from './named-credentials.tsx'
import { ResetSecretDialog } from './reset-secret-dialog.tsx'

/** The props of each tab on the page of an application. */
export interface ApplicationPanelProps {
  application: ApplicationView
  /** Reloads the application. A panel calls it after each change. */
  changed(): void
}

export function CredentialsPanel({ application, changed }: ApplicationPanelProps) {
  const { name, clientId, clientType, secrets } = application
  const providers = usePortalResource('GET /providers', {})
  // The facts come at once, so that nothing moves. Without the token URLs the page still serves.
  if (!providers.value && !providers.problem) return <LoadingIndicator />

  return (
    <>
      <SecretExpiryNotice application={application} />
      <div className="columns columns--panels">
        <section>
          <DescriptionList
            facts={[
              [t('Name'), name],
              [t('Client id'), <CopyableText key="id" text={clientId} label={t('Client id')} />],
              [t('Type'), clientType === 'public' ? t('Public: it has no secret') : t('Confidential')],
              clientType !== 'public' && [t('Client secret'), describeSecrets(application)],
              ...(providers.value ?? []).map(
                ({ tokenUrl, title }) =>
                  [
                    t('Token URL of {provider}', { provider: title }),
                    <CopyableText
                      key={tokenUrl}
                      text={tokenUrl}
                      label={t('Token URL of {provider}', { provider: title })}
                    />,
                  ] as const,
              ),
            ]}
          />
          <div className="buttons">
            {clientType === 'confidential' && (
              <DialogButton
                size="md"
                kind="tertiary"
                dialog={(close) => <ResetSecretDialog application={application} close={close} changed={changed} />}
              >
                {t('Reset the secret')}
              </DialogButton>
            )}
            {secrets > 1 && (
              <DialogButton
                size="md"
                kind="danger--tertiary"
                dialog={(close) => (
                  <ConfirmDialog
                    title={t('End the old secret')}
                    action={t('End it')}
                    text={t('The gateway then rejects programs that still use it.')}
                    run={() =>
                      requestResource('DELETE /applications/:application/secrets/old', { application: name }, {})
                    }
                    done={t('The old secret has ended')}
                    about={application.title}
                    succeeded={changed}
                    close={close}
                  />
                )}
              >
                {t('End the old secret')}
              </DialogButton>
            )}
            <Button size="md" kind="ghost" href={buildTryLink()}>
              {t('Try it')}
            </Button>
          </div>
        </section>
        {secrets > 0 && <VerifySecretForm application={name} />}
      </div>
      {clientType === 'confidential' && <NamedCredentials application={application} changed={changed} />}
    </>
  )
}

function describeSecrets(application: ApplicationView): string {
  const { secrets, oldSecretUntil } = application
  if (secrets === 0) return t('None')
  const newest = formatLastUsed(application, 0)
  if (secrets === 1) return t('One, shown when it was made; {newest}', { newest })
  return t(
    oldSecretUntil
      ? 'Two: the newest, {newest}; and the old one, {oldest}, which ends on {time}'
      : 'Two: the newest, {newest}; and the old one, {oldest}, which is valid until you end it',
    { newest, oldest: formatLastUsed(application, 1), time: oldSecretUntil && formatDateTime(oldSecretUntil) },
  )
}

/** Warns of client secrets of an application that expire soon or have expired. */
function SecretExpiryNotice({ application }: { application: ApplicationView }) {
  return application.credentials.map(({ name, clientId, secretExpiresAt }) => {
    const state = findExpiryState(secretExpiresAt)
    if (state !== 'soon' && state !== 'expired') return null
    const time = secretExpiresAt as string
    return (
      <Notice
        key={clientId}
        kind={state === 'soon' ? 'warning' : 'error'}
        role="none"
        title={t(
          state === 'soon'
            ? 'The secret of the credential {name} expires {distance}.'
            : 'The secret of the credential {name} expired {distance}.',
          { name, distance: formatRelativeTime(time) },
        )}
      >
        {state === 'soon'
          ? t('Create a new secret before {time}, and give it to your programs while both are valid.', {
              time: formatDateTime(time),
            })
          : t('The token endpoint rejects it with invalid_client. Create a new secret.')}
      </Notice>
    )
  })
}

function VerifySecretForm({ application }: { application: string }) {
  const [verified, setVerified] = useState<{ secret: string; result: VerifySecretResponse }>()
  const form = useForm('verify', { secret: '' }, () => [
    { name: 'secret', label: t('Client secret'), kind: 'password' },
  ])
  const { secret } = form.draft
  const result = verified?.secret === secret ? verified.result : undefined

  async function verify() {
    const body = { clientSecret: secret }
    const response = await requestResource('POST /applications/:application/verify', { application }, { body })
    setVerified({ secret, result: response })
  }

  return (
    <Group title={t('Verify a secret')}>
      <FormPanel form={form} action={t('Verify')} size="md" kind="tertiary" requires={[secret]} run={verify}>
        {result && <Notice kind={result.valid ? 'success' : 'error'} title={describeResult(result)} role="status" />}
      </FormPanel>
    </Group>
  )
}

function describeResult({ valid, secret }: VerifySecretResponse): string {
  if (!valid) return t('This is not a secret of the application.')
  return secret === 'old' ? t('It is right, and it is the old one.') : t('It is right.')
}
