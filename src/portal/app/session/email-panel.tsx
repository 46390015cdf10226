/** The e-mail address of the user: its state, a new link, and a form to change it. */

import { Form, TextInput } from '@carbon/react'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../../ui/feedback/action-button.tsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { PasswordInput } from '../../../ui/feedback/password-input.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { t } from '../../../ui/text/t.ts'
import { requestResource } from '../api/client.ts'
import { usePortalInfo } from './portal-info.tsx'
import { useSession } from './session.tsx'

export function EmailPanel() {
  const { sendsMail } = usePortalInfo()
  const { user, renewed } = useSession()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const changing = useAction()
  const sending = useAction()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const save = () => requestResource('PUT /account/email', {}, { body: { email, password } })
    if (
      !(await changing.run(save, t('E-mail address changed'), t('A link to verify it is sent where e-mail is set up.')))
    )
      return
    renewed()
    setEmail('')
    setPassword('')
  }

  return (
    <section className="group" aria-labelledby="email-title">
      <h2 className="group__title" id="email-title">
        {t('E-mail address')}
      </h2>
      <p>
        {user.email === undefined
          ? t('none')
          : t(user.emailVerified ? '{address}, verified' : '{address}, not verified', {
              address: user.email,
            })}
      </p>
      {!sendsMail && (
        <p className="page__lead">
          {t('This portal sends no e-mails: addresses are not verified, and only the operator can reset a password.')}
        </p>
      )}
      {sendsMail && user.email !== undefined && !user.emailVerified && (
        <div className="buttons">
          <ActionButton
            kind="tertiary"
            busy={sending.busy}
            onClick={() =>
              void sending.run(
                () => requestResource('POST /account/email/verification', {}, {}),
                t('A link is on its way'),
                user.email,
              )
            }
          >
            {t('Send the link again')}
          </ActionButton>
        </div>
      )}
      {sending.problem && <ErrorNotice text={sending.problem} />}
      <Form className="form form--narrow" onSubmit={(event) => void submit(event)}>
        <TextInput
          id="new-email"
          type="email"
          labelText={t('New e-mail address')}
          autoComplete="email"
          required
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
        <PasswordInput
          id="email-password"
          labelText={t('Your password')}
          autoComplete="current-password"
          required
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
        {changing.problem && <ErrorNotice text={changing.problem} />}
        <ActionButton type="submit" busy={changing.busy} requires={[email, password]}>
          {t('Change the e-mail address')}
        </ActionButton>
      </Form>
    </section>
  )
}
