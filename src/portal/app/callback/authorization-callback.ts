/**
 * An authorization code that came back to the redirect address of this page, on its way to the tab that asked for it.
 *
 * The tabs share no variables: what the provider's pages say about their own windows would part them. The code alone is
 * of no use to another page: it needs the verifier, which stays where it was made. RFC 6749 section 4.1.2, RFC 7636.
 */

export interface AuthorizationCallback {
  /** What the asking tab chose, so that it knows its own. */
  state: string
  code?: string
  /** Why there is no code. */
  error?: string
}

const portalPath = new URL('.', document.baseURI).pathname
const channelName = `portal-callback ${portalPath}`

/** What came back with the address of this page; undefined on every other page. Tells the other tabs at once. */
export function receiveAuthorizationCallback(): AuthorizationCallback | undefined {
  if (location.pathname !== `${portalPath}callback`) return undefined

  const parameters = new URLSearchParams(location.search)
  history.replaceState(undefined, '', location.pathname) // a code has no business in the history
  const error = [parameters.get('error'), parameters.get('error_description')].filter(Boolean).join(': ')
  const code = parameters.get('code')
  const handedBack: AuthorizationCallback = {
    state: parameters.get('state') ?? '',
    ...(code ? { code } : { error: error || 'the provider sent neither a code nor an error' }),
  }
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(handedBack)
  channel.close()
  return handedBack
}

/** What comes back for `state`, once it does. Rejects when the signal ends. */
export function waitForAuthorizationCallback(
  state: string,
  signal: AbortSignal,
): Promise<AuthorizationCallback> {
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
