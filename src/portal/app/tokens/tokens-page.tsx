/** The token debugger: the content of a token, whether the gateway accepts it, and which operations it allows. */

import { Form, TextArea } from '@carbon/react'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../../ui/feedback/action-button.tsx'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { PageHeader } from '../../../ui/shell/page-header.tsx'
import { t } from '../../../ui/text/t.ts'
import type { TokenView } from '../../rest/index.ts'
import { requestResource } from '../api/client.ts'
import { TokenStatus } from './token-status.tsx'

export default function TokensPage() {
  const [token, setToken] = useState('')
  const [view, setView] = useState<TokenView>()
  const action = useAction()
  const text = bareToken(token)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setView(undefined)
    await action.run(async () => setView(await requestResource('POST /tokens/inspect', {}, { body: { token: text } })))
  }

  return (
    <>
      <PageHeader title={t('Token debugger')} />
      <p className="page__lead">
        {t('This gateway inspects the token. It sends the token nowhere else and does not store it.')}
      </p>
      <Form className="form" onSubmit={(event) => void submit(event)}>
        <TextArea
          id="token"
          className="token-field"
          labelText={t('Access token')}
          rows={5}
          value={token}
          spellCheck={false}
          onChange={(event) => setToken(event.target.value)}
        />
        {action.problem && <ErrorNotice text={action.problem} />}
        <div className="buttons">
          <ActionButton type="submit" size="md" busy={action.busy} requires={[text]}>
            {t('Inspect')}
          </ActionButton>
        </div>
      </Form>
      {view && <TokenStatus view={view} />}
    </>
  )
}

/** Extracts the token from a pasted text, which may be a whole header or contain line breaks of a terminal. */
function bareToken(pasted: string): string {
  return pasted.replace(/^\s*(authorization:\s*)?(bearer\s+)?/i, '').replace(/\s+/g, '')
}
