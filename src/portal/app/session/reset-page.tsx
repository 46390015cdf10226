/** The pages of a forgotten password: request a link, and choose a new password with the token of the link. */
import { Button, Form, Layer, TextInput } from '@carbon/react'
import { type FormEvent, type ReactNode, useState } from 'react'

import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { requestResource } from '../api/client.ts'
import { BrandMark } from '../brand/brand-mark.tsx'
import { buildSignInLink } from '../routing/page-route.ts'
import { findPasswordError, NewPasswordFields } from './new-password-fields.tsx'
import { usePortalInfo } from './portal-info.tsx'

export default function ResetPage({ token }: { token: string | undefined }) {
  const { sendsMail, brand } = usePortalInfo()
  if (!sendsMail)
    return (
      <EntryFrame title="Forgotten password">
        <p>
          This portal sends no e-mails. Ask the operator for a new password
          {brand.supportEmail ? `: ${brand.supportEmail}` : '.'}
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
    <EntryFrame title="Forgotten password">
      {isSent ? (
        <Notice kind="success" title="Look into your mailbox.">
          If the account exists and its e-mail address is verified, a link is on its way. It works once, for
          one hour.
        </Notice>
      ) : (
        <Form className="entry" onSubmit={(event) => void submit(event)}>
          {problem && <ErrorNotice text={problem} />}
          <p>
            Enter your user name. A link to choose a new password is sent to your verified e-mail address.
          </p>
          <TextInput
            id="username"
            name="username"
            labelText="Name"
            autoComplete="username"
            autoFocus
            required
          />
          <Button type="submit" disabled={busy}>
            Send the link
          </Button>
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
    <EntryFrame title="New password">
      {isDone ? (
        <Notice kind="success" title="Your password is changed.">
          Every session has ended. Sign in with the new password.
        </Notice>
      ) : (
        <Form className="entry" onSubmit={(event) => void submit(event)}>
          {problem && <ErrorNotice text={problem} />}
          <NewPasswordFields label="New password" value={password} change={setPassword} />
          <Button
            type="submit"
            disabled={busy || findPasswordError(password) !== undefined || password.second === ''}
          >
            Change the password
          </Button>
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
          Sign in
        </a>
      </div>
    </Layer>
  )
}
