/** The pages of links in e-mails, and the one that requests a link: a new password, and a verified address. */
import { Link } from '@carbon/react'
import { type ReactNode, useState } from 'react'
import { Notice } from '../../../../../shared/ui/feedback/notice.tsx'
import { EntryForm, EntryFrame, UserNameInput } from '../../../../../shared/ui/session/entry.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import { requestResource } from '../api/client.ts'
import { BrandMark } from '../brand/brand-colours.tsx'
import type { PageRoute } from '../routing/page-route.ts'
import { buildSignInLink } from '../routing/page-route.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { usePortalInfo } from './portal-info.tsx'

type MailLinkRoute = Extract<PageRoute, { page: 'reset' | 'verify' }>

export default function MailLinkPage(route: MailLinkRoute) {
  const { sendsMail, brand, hasPasswords, provider } = usePortalInfo()
  if (route.page === 'verify') return <VerifyAddress token={route.token} />
  if (!hasPasswords || !sendsMail)
    return (
      <VisitorFrame title={t('Forgotten password')}>
        <p>
          {hasPasswords
            ? describeOperator(brand.supportEmail)
            : t('{provider} has your password: reset it there.', { provider })}
        </p>
      </VisitorFrame>
    )
  return route.token === undefined ? <RequestReset /> : <ChoosePassword token={route.token} />
}

function describeOperator(address: string | undefined): string {
  return t(
    address
      ? 'This portal sends no e-mails. Ask the operator for a new password: {address}'
      : 'This portal sends no e-mails. Ask the operator for a new password.',
    { address },
  )
}

function RequestReset() {
  return (
    <VisitorFrame title={t('Forgotten password')}>
      <EntryForm
        action={t('Send the link')}
        send={(read) => requestResource('POST /account/reset', {}, { body: { name: read('username') } })}
        done={
          <Notice kind="success" title={t('Look into your mailbox.')}>
            {t(
              'If the account exists and its e-mail address is verified, a link is on its way. It works once, for one hour.',
            )}
          </Notice>
        }
      >
        <p>{t('Enter your user name. A link to choose a new password is sent to your verified e-mail address.')}</p>
        <UserNameInput labelText={t('Name')} />
      </EntryForm>
    </VisitorFrame>
  )
}

function ChoosePassword({ token }: { token: string }) {
  const [password, setPassword] = useState('')
  return (
    <VisitorFrame title={t('New password')}>
      <EntryForm
        action={t('Change the password')}
        send={() => requestResource('PUT /account/reset', {}, { body: { token, newPassword: password } })}
        done={
          <Notice kind="success" title={t('Your password is changed.')}>
            {t('Every session has ended. Sign in with the new password.')}
          </Notice>
        }
      >
        <NewPasswordField label={t('New password')} value={password} change={setPassword} />
      </EntryForm>
    </VisitorFrame>
  )
}

/** Uses the token with a button, because mail scanners open links. */
function VerifyAddress({ token }: { token: string }) {
  return (
    <VisitorFrame title={t('E-mail address')}>
      <EntryForm
        action={t('Verify my e-mail address')}
        send={() => requestResource('PUT /account/email/verified', {}, { body: { token } })}
        done={<Notice kind="success" title={t('Your e-mail address is verified.')} />}
      />
    </VisitorFrame>
  )
}

/** The frame of a page for visitors: the brand, a title, and a link to the sign-in page. */
function VisitorFrame({ title, children }: { title: string; children: ReactNode }) {
  const { brand } = usePortalInfo()
  return (
    <EntryFrame mark={<BrandMark brand={brand} className="login__mark" />} title={title}>
      {children}
      <Link href={buildSignInLink('')}>{t('Sign in')}</Link>
    </EntryFrame>
  )
}
