/** The e-mail address of the user: its state, a new link, and a form to change it. */
import { ActionButton } from '../../../ui/feedback/action-button.tsx'
import { ErrorNotice } from '../../../ui/feedback/notice.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { FormPanel } from '../../../ui/forms/form-panel.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Group } from '../../../ui/shell/group.tsx'
import { t } from '../../../ui/text/t.ts'
import { requestResource } from '../api/client.ts'
import { usePortalInfo } from './portal-info.tsx'
import { useSession } from './session.tsx'

export function EmailPanel() {
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
      {sendsMail && user.email !== undefined && !user.emailVerified && <SendLinkButton address={user.email} />}
      <FormPanel
        form={form}
        className="form form--narrow"
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

/** A button that sends the link which verifies the address. */
function SendLinkButton({ address }: { address: string }) {
  const { busy, problem, run } = useAction()
  const send = () => requestResource('POST /account/email/verification', {}, {})
  return (
    <>
      <div className="buttons">
        <ActionButton kind="tertiary" busy={busy} onClick={() => void run(send, t('A link is on its way'), address)}>
          {t('Send the link again')}
        </ActionButton>
      </div>
      {problem && <ErrorNotice text={problem} />}
    </>
  )
}
