/** The tests of a document: a sign-in at a user registry, a token of a provider, a call of an API. */

import { TextInput } from '@carbon/react'
import { useState } from 'react'
import { ActionButton } from '../../../../ui/feedback/action-button.tsx'
import { ErrorNotice } from '../../../../ui/feedback/error-notice.tsx'
import { Notice, type NoticeKind } from '../../../../ui/feedback/notice.tsx'
import { PasswordInput } from '../../../../ui/feedback/password-input.tsx'
import { useAction } from '../../../../ui/feedback/use-action.ts'
import { t } from '../../../../ui/text/t.ts'
import { tElements } from '../../../../ui/text/t-elements.tsx'
import type { SignInTestView } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { buildApiLink, buildTryLink } from '../../routing/page-route.ts'
import { readPath } from '../schema/path-pattern.ts'

export interface DocumentTestsProps {
  kind: string
  file: string
  text: string
  value: unknown
}

export function DocumentTests({ kind, file, text, value }: DocumentTestsProps) {
  if (kind === 'user-registry') return <SignInTest file={file} text={text} />
  if (kind === 'oauth-provider') {
    return (
      <p className="prose">
        {tElements('{link}, and call an API with it. The provider must be saved and enabled in the catalog.', {
          link: <a href={buildTryLink()}>{t('Get a token of this provider for one of your applications')}</a>,
        })}
      </p>
    )
  }
  if (kind !== 'api') return null
  const name = readPath(value, ['info', 'x-ibm-name'])
  const version = readPath(value, ['info', 'version'])
  if (typeof name !== 'string') return null
  return (
    <p className="prose">
      {tElements(
        '{call}, with the explanation of a rejected call, or {reference}. The API must be saved and be part of a product.',
        {
          call: <a href={buildTryLink(`${name}:${String(version)}`)}>{t('Call the API')}</a>,
          reference: <a href={buildApiLink(`${name}:${String(version)}`)}>{t('read its reference')}</a>,
        },
      )}
    </p>
  )
}

const kinds: Readonly<Record<SignInTestView['outcome'], NoticeKind>> = {
  accepted: 'success',
  rejected: 'warning',
  unavailable: 'error',
  invalid: 'error',
}

/** Tests a user registry as it is on the page, saved or not: signs a user in and shows what the registry did. */
function SignInTest({ file, text }: { file: string; text: string }) {
  const [user, setUser] = useState('')
  const [password, setPassword] = useState('')
  const [result, setResult] = useState<SignInTestView>()
  const action = useAction()

  async function test() {
    setResult(undefined)
    const body = { file, text, user, password }
    await action.run(async () => setResult(await requestResource('POST /configuration/sign-in-test', {}, { body })))
  }

  return (
    <section className="group" aria-labelledby="sign-in-test">
      <h2 className="group__title" id="sign-in-test">
        {t('Test a sign-in')}
      </h2>
      <p className="document-form__help">
        {t('The registry is asked as it is on this page, saved or not. The password is neither stored nor logged.')}
      </p>
      <form
        className="fields"
        onSubmit={(event) => {
          event.preventDefault()
          void test()
        }}
      >
        <TextInput
          id="test-user"
          labelText={t('User to sign in')}
          value={user}
          autoComplete="off"
          onChange={(event) => setUser(event.target.value)}
        />
        <PasswordInput
          id="test-password"
          labelText={t('Password of the user')}
          value={password}
          autoComplete="off"
          onChange={(event) => setPassword(event.target.value)}
        />
        <ActionButton type="submit" kind="secondary" busy={action.busy} requires={[user, password]}>
          {t('Test the sign-in')}
        </ActionButton>
      </form>
      {action.problem && <ErrorNotice text={action.problem} />}
      {result && (
        <Notice kind={kinds[result.outcome]} title={result.message}>
          <ol>
            {result.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Notice>
      )}
    </section>
  )
}
