/** The page of the user's account: name, role, session, e-mail address, and a form to change the password. */
import { FormPanel } from '../../../ui/forms/form-panel.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { DescriptionList } from '../../../ui/shell/description-list.tsx'
import { Group } from '../../../ui/shell/group.tsx'
import { PageHeader } from '../../../ui/shell/page-header.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'
import { requestResource } from '../api/client.ts'
import { EmailPanel } from './email-panel.tsx'
import { findPasswordError, NewPasswordFields } from './new-password-fields.tsx'
import { usePortalInfo } from './portal-info.tsx'
import { useSession } from './session.tsx'

const initialPasswords = { present: '', first: '', second: '' }

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
          [t('This session ends'), formatDateTime(user.expiresAt)],
          !user.hasPassword && [t('E-mail address'), user.email ?? t('none')],
        ]}
      />
      {user.hasPassword ? (
        <>
          <EmailPanel />
          <PasswordPanel />
        </>
      ) : (
        <p>{t('Change your password and your e-mail address at {title}.', { title: provider ?? '' })}</p>
      )}
    </>
  )
}

function PasswordPanel() {
  const { renewed } = useSession()
  const form = useForm('account', initialPasswords, () => [
    {
      name: 'present',
      label: t('Present password'),
      kind: 'password',
      attributes: { autoComplete: 'current-password' },
    },
  ])
  const { present, first, second } = form.draft
  const body = { password: present, newPassword: first }

  return (
    <Group title={t('Change the password')}>
      <FormPanel
        form={form}
        className="form form--narrow"
        action={t('Change')}
        requires={[present]}
        reason={findPasswordError({ first, second })}
        run={() => requestResource('PUT /account/password', {}, { body })}
        done={t('Password changed')}
        about={t('Every other session has ended.')}
        succeeded={() => {
          renewed()
          form.reset()
        }}
      >
        <NewPasswordFields label={t('New password')} value={{ first, second }} change={form.change} />
      </FormPanel>
    </Group>
  )
}
