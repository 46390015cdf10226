/** The token debugger: the content of a token, whether the gateway accepts it, and which operations it allows. */
import { useState } from 'react'
import { FormPanel } from '../../../ui/forms/form-panel.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { PageHeader } from '../../../ui/shell/page-header.tsx'
import { t } from '../../../ui/text/t.ts'
import type { TokenView } from '../../rest/index.ts'
import { requestResource } from '../api/client.ts'
import { TokenStatus } from './token-status.tsx'

export default function TokensPage() {
  const [view, setView] = useState<TokenView>()
  const form = useForm('inspect', { token: '' }, () => [
    { name: 'token', label: t('Access token'), kind: 'lines', rows: 5, attributes: { className: 'token-field' } },
  ])
  const token = bareToken(form.draft.token)

  async function inspect() {
    setView(undefined)
    setView(await requestResource('POST /tokens/inspect', {}, { body: { token } }))
  }

  return (
    <>
      <PageHeader title={t('Token debugger')} />
      <p className="page__lead">
        {t('This gateway inspects the token. It sends the token nowhere else and does not store it.')}
      </p>
      <FormPanel form={form} action={t('Inspect')} size="md" requires={[token]} run={inspect} />
      {view && <TokenStatus view={view} />}
    </>
  )
}

/** Extracts the token from a pasted text, which may be a whole header or contain line breaks of a terminal. */
function bareToken(pasted: string): string {
  return pasted.replace(/^\s*(authorization:\s*)?(bearer\s+)?/i, '').replace(/\s+/g, '')
}
