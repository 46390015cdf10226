/** The pages of a forgotten password: request a link, and choose a new password with the token of the link. */
import { Form, Layer, TextInput } from '@carbon/react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ActionButton } from '../../../ui/feedback/action-button.tsx'
import { ErrorNotice, Notice } from '../../../ui/feedback/notice.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { t } from '../../../ui/text/t.ts'
import { requestResource } from '../api/client.ts'
import { BrandMark } from '../brand/brand-colours.tsx'
import { buildSignInLink } from '../routing/page-route.ts'
import { findPasswordError, NewPasswordFields } from './new-password-fields.tsx'
import { usePortalInfo } from './portal-info.tsx'

export default function ResetPage({ token }: { token: string | undefined }) {
  const { sendsMail, brand } = usePortalInfo()
  if (!sendsMail)
    return (
      <EntryFrame title={t('Forgotten password')}>
        <p>
          {t(
            brand.supportEmail
              ? 'This portal sends no e-mails. Ask the operator for a new password: {address}'
              : 'This portal sends no e-mails. Ask the operator for a new password.',
            { address: brand.supportEmail },
          )}
        </p>
      </EntryFrame>
    )
  return token === undefined ? <RequestReset /> : <ChoosePassword token={token} />
}

function RequestReset() {
  const [isSent, setIsSent] = useState(false)
  const { busy, problem, run } = useAction()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('username'))
    if (await run(() => requestResource('POST /account/reset', {}, { body: { name } }))) setIsSent(true)
  }

  return (
    <EntryFrame title={t('Forgotten password')}>
      {isSent ? (
        <Notice kind="success" title={t('Look into your mailbox.')}>
          {t(
            'If the account exists and its e-mail address is verified, a link is on its way. It works once, for one hour.',
          )}
        </Notice>
      ) : (
        <Form className="entry" onSubmit={(event) => void submit(event)}>
          {problem && <ErrorNotice text={problem} />}
          <p>{t('Enter your user name. A link to choose a new password is sent to your verified e-mail address.')}</p>
          <TextInput id="username" name="username" labelText={t('Name')} autoComplete="username" autoFocus required />
          <ActionButton type="submit" busy={busy}>
            {t('Send the link')}
          </ActionButton>
        </Form>
      )}
    </EntryFrame>
  )
}

function ChoosePassword({ token }: { token: string }) {
  const [password, setPassword] = useState({ first: '', second: '' })
  const [isDone, setIsDone] = useState(false)
  const { busy, problem, run } = useAction()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const body = { token, newPassword: password.first }
    if (await run(() => requestResource('PUT /account/reset', {}, { body }))) setIsDone(true)
  }

  return (
    <EntryFrame title={t('New password')}>
      {isDone ? (
        <Notice kind="success" title={t('Your password is changed.')}>
          {t('Every session has ended. Sign in with the new password.')}
        </Notice>
      ) : (
        <Form className="entry" onSubmit={(event) => void submit(event)}>
          {problem && <ErrorNotice text={problem} />}
          <NewPasswordFields label={t('New password')} value={password} change={setPassword} />
          <ActionButton type="submit" busy={busy} reason={findPasswordError(password)}>
            {t('Change the password')}
          </ActionButton>
        </Form>
      )}
    </EntryFrame>
  )
}

/** The frame of a page for visitors: the brand, a title, and a link to the sign-in page. */
export function EntryFrame({ title, children }: { title: string; children: ReactNode }) {
  const { brand } = usePortalInfo()
  return (
    <Layer as="main" className="login">
      <div className="login__form">
        <div className="login__head">
          <BrandMark brand={brand} className="login__mark" />
          <h1 className="login__title">{title}</h1>
        </div>
        {children}
        <a className="cds--link" href={buildSignInLink('')}>
          {t('Sign in')}
        </a>
      </div>
    </Layer>
  )
}
