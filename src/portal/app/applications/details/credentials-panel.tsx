/**
 * Shows the client id of an application and the state of its secrets. The secrets themselves cannot be shown
 * again.
 */
import { Button, Form } from '@carbon/react'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../../../ui/feedback/action-button.tsx'
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx'
import { ErrorNotice } from '../../../../ui/feedback/error-notice.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { PasswordInput } from '../../../../ui/feedback/password-input.tsx'
import { useAction } from '../../../../ui/feedback/use-action.ts'
import { formatDateTime } from '../../../../ui/text/format.ts'
import { t } from '../../../../ui/text/t.ts'
import type { ApplicationView, VerifySecretResponse } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { buildTryLink } from '../../routing/page-route.ts'
import { CopyableText } from '../../text/copyable-text.tsx'
import { DescriptionList } from '../../text/description-list.tsx'
import { formatRelativeTime } from '../../tokens/format-relative-time.ts'
import { findExpiryState } from '../expiry-choices.ts'
import { formatLastUsed } from '../format-last-used.ts'
import type { ApplicationPanelProps } from './application-panel-props.ts'
import { NamedCredentials } from './named-credentials.tsx'
import { ResetSecretDialog } from './reset-secret-dialog.tsx'

export function CredentialsPanel({ application, changed }: ApplicationPanelProps) {
  const [dialog, setDialog] = useState<'reset' | 'drop'>()
  const dropping = useAction()
  const { name, clientId, clientType, secrets } = application
  const close = () => setDialog(undefined)

  async function drop() {
    const work = () => requestResource('DELETE /applications/:application/secrets/old', { application: name }, {})
    if (!(await dropping.run(work, t('The old secret has ended'), application.title))) return
    close()
    changed()
  }

  return (
    <>
      <SecretExpiryNotice application={application} />
      <DescriptionList
        facts={[
          [t('Name'), name],
          [t('Client id'), <CopyableText key="id" text={clientId} label={t('Client id')} />],
          [t('Type'), clientType === 'public' ? t('Public: it has no secret') : t('Confidential')],
          ...(clientType === 'public' ? [] : [[t('Client secret'), describeSecrets(application)] as const]),
        ]}
      />
      <div className="buttons">
        {clientType === 'confidential' && (
          <Button size="md" kind="tertiary" onClick={() => setDialog('reset')}>
            {t('Reset the secret')}
          </Button>
        )}
        {secrets > 1 && (
          <Button size="md" kind="danger--tertiary" onClick={() => setDialog('drop')}>
            {t('End the old secret')}
          </Button>
        )}
        <Button size="md" kind="ghost" href={buildTryLink()}>
          {t('Try it')}
        </Button>
      </div>
      {secrets > 0 && <VerifySecretForm application={name} />}
      {clientType === 'confidential' && <NamedCredentials application={application} changed={changed} />}
      {dialog === 'reset' && <ResetSecretDialog application={application} close={close} changed={changed} />}
      {dialog === 'drop' && (
        <ConfirmDialog
          title={t('End the old secret')}
          action={t('End it')}
          busy={dropping.busy}
          problem={dropping.problem}
          confirm={() => void drop()}
          close={close}
        >
          <p className="dialog__text">{t('The gateway then rejects programs that still use it.')}</p>
        </ConfirmDialog>
      )}
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
    {
      newest,
      oldest: formatLastUsed(application, 1),
      time: oldSecretUntil && formatDateTime(oldSecretUntil),
    },
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

/** A form that checks whether a secret is valid. */
function VerifySecretForm({ application }: { application: string }) {
  const [clientSecret, setClientSecret] = useState('')
  const [verdict, setVerdict] = useState<VerifySecretResponse>()
  const action = useAction()

  async function submit(event: FormEvent) {
    event.preventDefault()
    setVerdict(undefined)
    await action.run(async () => {
      setVerdict(
        await requestResource('POST /applications/:application/verify', { application }, { body: { clientSecret } }),
      )
    })
  }

  return (
    <section className="group" aria-labelledby="verify">
      <h2 className="group__title" id="verify">
        {t('Verify a secret')}
      </h2>
      <Form className="form form--narrow" onSubmit={(event) => void submit(event)}>
        <PasswordInput
          id="verify-secret"
          labelText={t('Client secret')}
          autoComplete="off"
          value={clientSecret}
          onChange={(event) => {
            setClientSecret(event.target.value)
            setVerdict(undefined)
          }}
        />
        {verdict && <Notice kind={verdict.valid ? 'success' : 'error'} title={describeResult(verdict)} role="status" />}
        {action.problem && <ErrorNotice text={action.problem} />}
        <ActionButton size="md" kind="tertiary" type="submit" busy={action.busy} requires={[clientSecret]}>
          {t('Verify')}
        </ActionButton>
      </Form>
    </section>
  )
}

function describeResult({ valid, secret }: VerifySecretResponse): string {
  if (!valid) return t('This is not a secret of the application.')
  return secret === 'old' ? t('It is right, and it is the old one.') : t('It is right.')
}
