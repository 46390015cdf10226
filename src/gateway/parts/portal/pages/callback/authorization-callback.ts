/**
 * Passes an authorization response from the tab that the provider redirected to the tab that requested it.
 *
 * The tabs use a broadcast channel, because the headers of the provider's pages (`Cross-Origin-Opener-Policy`)
 * cut the link between the windows. The code is useless to another page, because only the requesting tab has the
 * PKCE verifier. RFC 6749 section 4.1.2, RFC 7636.
 */
import { t } from '../../../../../shared/ui/text/t.ts'

export interface AuthorizationCallback {
  /** The `state` of the authorization request, by which the requesting tab recognises its response. */
  state: string
  code?: string | undefined
  /** The error of the provider, if there is no code. */
  error?: string | undefined
}

const portalPath = new URL('./', document.baseURI).pathname
const channelName = `portal-callback ${portalPath}`

/** Returns the authorization response in the URL of this page, and sends it to other tabs; undefined without one. */
export function receiveAuthorizationCallback(): AuthorizationCallback | undefined {
  if (location.pathname !== `${portalPath}callback`) return undefined

  const parameters = new URLSearchParams(location.search)
  history.replaceState(undefined, '', location.pathname) // keeps the code out of the browser history
  const error = [parameters.get('error'), parameters.get('error_description')].filter(Boolean).join(': ')
  const code = parameters.get('code')
  const handedBack: AuthorizationCallback = {
    state: parameters.get('state') ?? '',
    code: code || undefined,
    error: code ? undefined : error || t('the provider sent neither a code nor an error'),
  }
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(handedBack)
  channel.close()
  return handedBack
}

/** Resolves to the authorization response with this `state`. Rejects when the signal is aborted. */
export function waitForAuthorizationCallback(state: string, signal: AbortSignal): Promise<AuthorizationCallback> {
  return new Promise((resolve, reject) => {
    const channel = new BroadcastChannel(channelName)
    channel.onmessage = ({ data }: MessageEvent<AuthorizationCallback>) => {
      if (data.state !== state) return
      channel.close()
      resolve(data)
    }
    signal.addEventListener('abort', () => {
      channel.close()
      reject(signal.reason)
    })
  })
}
