/** The page of the user's account: name, role, session, and a form to change the password. */

import { Form } from '@carbon/react'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../../ui/feedback/action-button.tsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { PasswordInput } from '../../../ui/feedback/password-input.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { PageHeader } from '../../../ui/shell/page-header.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'
import { requestResource } from '../api/client.ts'
import { DescriptionList } from '../text/description-list.tsx'
import { EmailPanel } from './email-panel.tsx'
import { findPasswordError, NewPasswordFields } from './new-password-fields.tsx'
import { useSession } from './session.tsx'

const empty = { first: '', second: '' }

export default function AccountPage() {
  const { user, renewed } = useSession()
  const [present, setPresent] = useState('')
  const [wanted, setWanted] = useState(empty)
  const changing = useAction()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const body = { password: present, newPassword: wanted.first }
    const done = () => requestResource('PUT /account/password', {}, { body })
    if (!(await changing.run(done, t('Password changed'), t('Every other session has ended.')))) return
    renewed()
    setPresent('')
    setWanted(empty)
  }

  return (
    <>
      <PageHeader title={t('Account')} />
      <DescriptionList
        facts={[
          [t('Name'), user.name],
          [t('Role'), user.owner ? t('Owner of the catalog: decides about approvals') : t('Developer')],
          [t('This session ends'), formatDateTime(user.expiresAt)],
        ]}
      />
      <EmailPanel />
      <section className="group" aria-labelledby="change-password">
        <h2 className="group__title" id="change-password">
          {t('Change the password')}
        </h2>
        <Form className="form form--narrow" onSubmit={(event) => void submit(event)}>
          <PasswordInput
            id="present-password"
            labelText={t('Present password')}
            autoComplete="current-password"
            required
            value={present}
            onChange={(event) => setPresent(event.target.value)}
          />
          <NewPasswordFields label={t('New password')} value={wanted} change={setWanted} />
          {changing.problem && <ErrorNotice text={changing.problem} />}
          <ActionButton type="submit" busy={changing.busy} requires={[present]} reason={findPasswordError(wanted)}>
            {t('Change')}
          </ActionButton>
        </Form>
      </section>
    </>
  )
}
