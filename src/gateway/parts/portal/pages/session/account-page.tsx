/** The page of the user's account: name, role, session, e-mail address, and a form to change the password. */
import { RunButton } from '../../../../../shared/ui/feedback/run-button.tsx'
import { FormPanel } from '../../../../../shared/ui/forms/form-panel.tsx'
import { useForm } from '../../../../../shared/ui/forms/use-form.ts'
import { DescriptionList } from '../../../../../shared/ui/shell/description-list.tsx'
import { Group } from '../../../../../shared/ui/shell/group.tsx'
import { PageHeader } from '../../../../../shared/ui/shell/page-header.tsx'
import { RelativeTime } from '../../../../../shared/ui/text/relative-time.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import { requestResource } from '../api/client.ts'
import { findPasswordError, NewPasswordField } from './new-password-field.tsx'
import { usePortalInfo } from './portal-info.tsx'
import { useSession } from './session.tsx'

export default function AccountPage() {
  const { user } = useSession()
  const { provider } = usePortalInfo()
  return (
    <>
      <PageHeader title={t('Account')} />
      <DescriptionList
        facts={[
          [t('Name'), user.name],
          [t('Role'), user.owner ? t('Owner of the catalog: decides about approvals') : t('Developer')],
          [t('This session ends'), <RelativeTime key="ends" at={user.expiresAt} />],
          !user.hasPassword && [t('E-mail address'), user.email ?? t('none')],
        ]}
      />
      {user.hasPassword ? (
        <div className="columns columns--panels">
          <EmailPanel />
          <PasswordPanel />
        </div>
      ) : (
        <p>{t('Change your password and your e-mail address at {title}.', { title: provider ?? '' })}</p>
      )}
    </>
  )
}

function PasswordPanel() {
  const { renewed } = useSession()
  const form = useForm('account', { present: '', next: '' }, () => [
    {
      name: 'present',
      label: t('Present password'),
      kind: 'password',
      attributes: { autoComplete: 'current-password' },
    },
  ])
  const { present, next } = form.draft
  const body = { password: present, newPassword: next }

  return (
    <Group title={t('Change the password')}>
      <FormPanel
        form={form}
        action={t('Change')}
        requires={[present]}
        reason={findPasswordError(next)}
        run={() => requestResource('PUT /account/password', {}, { body })}
        done={t('Password changed')}
        about={t('Every other session has ended.')}
        succeeded={() => {
          renewed()
          form.reset()
        }}
      >
        <NewPasswordField label={t('New password')} value={next} change={(value) => form.change({ next: value })} />
      </FormPanel>
    </Group>
  )
}

function EmailPanel() {
  const { sendsMail } = usePortalInfo()
  const { user, renewed } = useSession()
  const form = useForm('email', { email: '', password: '' }, () => [
    { name: 'email', label: t('New e-mail address'), attributes: { type: 'email', autoComplete: 'email' } },
    { name: 'password', label: t('Your password'), kind: 'password', attributes: { autoComplete: 'current-password' } },
  ])
  const { email, password } = form.draft

  return (
    <Group title={t('E-mail address')}>
      <p>
        {user.email === undefined
          ? t('none')
          : t(user.emailVerified ? '{address}, verified' : '{address}, not verified', { address: user.email })}
      </p>
      {!sendsMail && (
        <p className="page__lead">
          {t('This portal sends no e-mails: addresses are not verified, and only the operator can reset a password.')}
        </p>
      )}
      {sendsMail && user.email !== undefined && !user.emailVerified && (
        <div className="buttons">
          <RunButton
            kind="tertiary"
            run={() => requestResource('POST /account/email/verification', {}, {})}
            done={t('A link is on its way')}
            about={user.email}
            verb={t('Send the link again')}
          >
            {t('Send the link again')}
          </RunButton>
        </div>
      )}
      <FormPanel
        form={form}
        action={t('Change the e-mail address')}
        requires={[email, password]}
        run={() => requestResource('PUT /account/email', {}, { body: { email, password } })}
        done={t('E-mail address changed')}
        about={t('A link to verify it is sent where e-mail is set up.')}
        succeeded={() => {
          renewed()
          form.reset()
        }}
      />
    </Group>
  )
}
