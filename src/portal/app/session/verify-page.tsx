/** The page of the link that verifies an e-mail address. The token is used by a button, because mail scanners open links. */
import { useState } from 'react'
import { ActionButton } from '../../../ui/feedback/action-button.tsx'
import { ErrorNotice, Notice } from '../../../ui/feedback/notice.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { t } from '../../../ui/text/t.ts'
import { requestResource } from '../api/client.ts'
import { EntryFrame } from './reset-page.tsx'

export default function VerifyPage({ token }: { token: string }) {
  const [isDone, setIsDone] = useState(false)
  const { busy, problem, run } = useAction()

  async function verify() {
    if (await run(() => requestResource('PUT /account/email/verified', {}, { body: { token } }))) setIsDone(true)
  }

  return (
    <EntryFrame title={t('E-mail address')}>
      {problem && <ErrorNotice text={problem} />}
      {isDone ? (
        <Notice kind="success" title={t('Your e-mail address is verified.')} />
      ) : (
        <ActionButton busy={busy} onClick={() => void verify()}>
          {t('Verify my e-mail address')}
        </ActionButton>
      )}
    </EntryFrame>
  )
}
