/** A form that checks whether a secret is valid. */

import { Button, Form } from '@carbon/react'
import { type FormEvent, useState } from 'react'
import { ErrorNotice } from '../../../../ui/feedback/error-notice.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { PasswordInput } from '../../../../ui/feedback/password-input.tsx'
import { useAction } from '../../../../ui/feedback/use-action.ts'
import { t } from '../../../../ui/text/t.ts'
import type { VerifySecretResponse } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'

export function VerifySecretForm({ application }: { application: string }) {
  const [clientSecret, setClientSecret] = useState('')
  const [verdict, setVerdict] = useState<VerifySecretResponse>()
  const action = useAction()

  async function submit(event: FormEvent) {
    event.preventDefault()
    setVerdict(undefined)
    await action.run(async () => {
      setVerdict(
        await requestResource('POST /applications/:application/verify', { application }, { body: { clientSecret } }),
      )
    })
  }

  return (
    <section className="group" aria-labelledby="verify">
      <h2 className="group__title" id="verify">
        {t('Verify a secret')}
      </h2>
      <Form className="form form--narrow" onSubmit={(event) => void submit(event)}>
        <PasswordInput
          id="verify-secret"
          labelText={t('Client secret')}
          autoComplete="off"
          value={clientSecret}
          onChange={(event) => {
            setClientSecret(event.target.value)
            setVerdict(undefined)
          }}
        />
        {verdict && <Notice kind={verdict.valid ? 'success' : 'error'} title={describeResult(verdict)} role="status" />}
        {action.problem && <ErrorNotice text={action.problem} />}
        <Button size="md" kind="tertiary" type="submit" disabled={action.busy || clientSecret === ''}>
          {t('Verify')}
        </Button>
      </Form>
    </section>
  )
}

function describeResult({ valid, secret }: VerifySecretResponse): string {
  if (!valid) return t('This is not a secret of the application.')
  return secret === 'old' ? t('It is right, and it is the old one.') : t('It is right.')
}
