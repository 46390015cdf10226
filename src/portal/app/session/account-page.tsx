/** The page of the user's account: name, role, session, and a form to change the password. */
import { Button, Form, PasswordInput } from '@carbon/react'
import { type FormEvent, useState } from 'react'

import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { PageHeader } from '../../../ui/shell/page-header.tsx'
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
    if (!(await changing.run(done, 'Password changed', 'Every other session has ended.'))) return
    renewed()
    setPresent('')
    setWanted(empty)
  }

  return (
    <>
      <PageHeader title="Account" />
      <DescriptionList
        facts={[
          ['Name', user.name],
          ['Role', user.owner ? 'Owner of the catalog: decides about approvals' : 'Developer'],
          ['This session ends', new Date(user.expiresAt).toLocaleString()],
        ]}
      />
      <EmailPanel />
      <section className="group" aria-labelledby="change-password">
        <h2 className="group__title" id="change-password">
          Change the password
        </h2>
        <Form className="form form--narrow" onSubmit={(event) => void submit(event)}>
          <PasswordInput
            id="present-password"
            labelText="Present password"
            autoComplete="current-password"
            required
            value={present}
            onChange={(event) => setPresent(event.target.value)}
          />
          <NewPasswordFields label="New password" value={wanted} change={setWanted} />
          {changing.problem && <ErrorNotice text={changing.problem} />}
          <Button
            type="submit"
            disabled={changing.busy || present === '' || findPasswordError(wanted) !== undefined}
          >
            Change
          </Button>
        </Form>
      </section>
    </>
  )
}
