/** The tests of a document: a sign-in at a user registry, a token of a provider, a call of an API. */
import { useMemo, useState } from 'react'
import { attempt } from '../../../../../../shared/lib/collections/attempt.ts'
import { Notice, type NoticeKind } from '../../../../../../shared/ui/feedback/notice.tsx'
import { FormPanel } from '../../../../../../shared/ui/forms/form-panel.tsx'
import { useForm } from '../../../../../../shared/ui/forms/use-form.ts'
import { Group } from '../../../../../../shared/ui/shell/group.tsx'
import { t } from '../../../../../../shared/ui/text/t.ts'
import { tElements } from '../../../../../../shared/ui/text/t-elements.tsx'
import type { SignInTestView } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { buildApiLink, buildTryLink } from '../../routing/page-route.ts'
import { readApiName } from '../create/publish-in-product.ts'

export interface DocumentTestsProps {
  kind: string
  file: string
  text: string
  /** The saved text: a call goes to the saved API. */
  saved: string
}

export function DocumentTests({ kind, file, text, saved }: DocumentTestsProps) {
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
  return <ApiTests saved={saved} />
}

function ApiTests({ saved }: { saved: string }) {
  const { name, version } = useMemo(() => attempt(() => readApiName(saved)), [saved]) ?? { name: '', version: '' }
  if (name === '') return null
  return (
    <p className="prose">
      {tElements(
        '{call}, with the explanation of a rejected call, or {reference}. The API must be saved and be part of a product.',
        {
          call: <a href={buildTryLink(`${name}:${version}`)}>{t('Call the API')}</a>,
          reference: <a href={buildApiLink(`${name}:${version}`)}>{t('read its reference')}</a>,
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
  const [result, setResult] = useState<SignInTestView>()
  const form = useForm('test', { user: '', password: '' }, () => [
    { name: 'user', label: t('User to sign in'), kind: 'path' },
    { name: 'password', label: t('Password of the user'), kind: 'password' },
  ])
  const { user, password } = form.draft

  async function test() {
    setResult(undefined)
    const body = { file, text, user, password }
    setResult(await requestResource('POST /configuration/sign-in-test', {}, { body }))
  }

  return (
    <Group title={t('Test a sign-in')}>
      <p className="quiet">
        {t('The registry is asked as it is on this page, saved or not. The password is neither stored nor logged.')}
      </p>
      <FormPanel
        form={form}
        className="fields"
        action={t('Test the sign-in')}
        kind="secondary"
        requires={[user, password]}
        run={test}
      />
      {result && (
        <Notice kind={kinds[result.outcome]} title={result.message}>
          <ol>
            {result.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Notice>
      )}
    </Group>
  )
}
