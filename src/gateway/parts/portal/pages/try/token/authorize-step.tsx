/** The authorization code grant: the user allows the request in another tab, and this tab receives the code. */
import '@carbon/styles/scss/components/inline-loading/_index.scss'
import { Button, InlineLoading, Link } from '@carbon/react'
import { useEffect, useRef, useState } from 'react'
import { ActionButton } from '../../../../../../shared/ui/feedback/action-button.tsx'
import { ErrorNotice, Notice } from '../../../../../../shared/ui/feedback/notice.tsx'
import { useAction } from '../../../../../../shared/ui/feedback/use-action.ts'
import { t } from '../../../../../../shared/ui/text/t.ts'
import type { ApplicationView, ProviderView } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { waitForAuthorizationCallback } from '../../callback/authorization-callback.ts'
import { usePortalInfo } from '../../session/portal-info.tsx'
import { buildAuthorizationUrl, generatePkcePair, generateRandomToken } from './token-request.ts'
import type { TokenGrantRequest } from './use-token-request.ts'

export interface AuthorizeStepProps {
  application: ApplicationView
  provider: ProviderView
  scopes: readonly string[]
  use(needs: TokenGrantRequest): Promise<void>
  changed(): void
}

export function AuthorizeStep({ application, provider, scopes, use, changed }: AuthorizeStepProps) {
  const { callback } = usePortalInfo()
  const [address, setAddress] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const adding = useAction()
  const waiting = useRef<AbortController>(undefined)
  useEffect(() => () => waiting.current?.abort(), [])

  async function start() {
    const { authorizeUrl, pkce } = provider
    if (!authorizeUrl) return
    const cancellation = new AbortController()
    waiting.current?.abort()
    waiting.current = cancellation
    setProblem(undefined)
    const pair = pkce.enabled ? await generatePkcePair() : undefined
    const state = generateRandomToken()
    const callbackReceived = waitForAuthorizationCallback(state, cancellation.signal)
    const request = { authorizeUrl, clientId: application.clientId, redirectUri: callback, scopes, state }
    const url = buildAuthorizationUrl({ ...request, challenge: pair?.challenge })
    setAddress(url)
    open(url, '_blank', 'noopener')
    try {
      const { code, error } = await callbackReceived
      if (error !== undefined || code === undefined) return setProblem(error ?? t('No code came back.'))
      const verifier = pair ? { codeVerifier: pair.verifier } : {}
      await use({ grant: 'access_code', scopes, code, redirectUri: callback, ...verifier })
    } catch (cause) {
      if (!cancellation.signal.aborted) setProblem((cause as Error).message)
    } finally {
      if (waiting.current === cancellation) setAddress(undefined)
    }
  }

  async function add() {
    const body = { redirectEndpoints: [...application.redirectEndpoints, callback] }
    const work = () => requestResource('PATCH /applications/:application', { application: application.name }, { body })
    if (await adding.run(work, t('Redirect address added'), application.title)) changed()
  }

  if (!application.redirectEndpoints.includes(callback)) {
    return (
      <>
        <Notice kind="info" title={t('The provider cannot send the code to this page yet.')}>
          {t('Add the redirect URI {callback} to the application.', { callback })}
        </Notice>
        {adding.problem && <ErrorNotice text={adding.problem} />}
        <div className="buttons">
          <ActionButton size="md" kind="tertiary" busy={adding.busy} onClick={() => void add()}>
            {t('Add it to the application')}
          </ActionButton>
        </div>
      </>
    )
  }
  return (
    <>
      {problem && <ErrorNotice text={problem} />}
      {address && (
        <div className="try__waiting">
          <InlineLoading description={t('Waiting for the other tab')} />
          <Link href={address} target="_blank" rel="noopener">
            {t('Open it again')}
          </Link>
          <Button size="sm" kind="ghost" onClick={() => waiting.current?.abort()}>
            {t('Stop waiting')}
          </Button>
        </div>
      )}
      <div className="buttons">
        <Button size="md" onClick={() => void start()}>
          {t('Sign in and allow it')}
        </Button>
      </div>
    </>
  )
}
